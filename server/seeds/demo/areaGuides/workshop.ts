import type { AreaGuide } from './areaGuide.ts'
import { drawShaft } from './drawings.ts'

export const workshop: AreaGuide = {
  category: 'machinery',
  name: 'shaft.png',
  drawing: drawShaft(),
  texts: {
    en: [
      'Workshop: the shaft that turns',
      '## Why\n\nA drive shaft turns nine to sixteen times a second. It takes a sleeve, a cord or long hair faster than anybody lets go.\n\n{drawing}\n\n## Before it turns\n\n- [ ] The guard is whole, over the full length, and held by its chain\n- [ ] No loose clothes, hair tied back, no cords\n- [ ] Nobody between tractor and machine\n\n## Before you reach in\n\n1. Switch the shaft off.\n2. Stop the engine.\n3. Take the key out, into your own pocket.\n4. Wait until nothing turns.\n\n> A broken guard stops the machine. Lock it, hang up the sign, tell the manager.',
      'A drive shaft between tractor and machine: with its guard, and without it, crossed out.',
    ],
    hu: [
      'Műhely: a forgó tengely',
      '## Miért\n\nA kardántengely másodpercenként kilencszer–tizenhatszor fordul. Gyorsabban kapja el a ruhaujjat, a zsinórt vagy a hosszú hajat, mint ahogy bárki elengedné.\n\n{drawing}\n\n## Mielőtt forog\n\n- [ ] A burkolat ép, teljes hosszában fedi, és a lánca tartja\n- [ ] Nincs laza ruha és zsinór, a haj össze van kötve\n- [ ] Senki sincs a traktor és a gép között\n\n## Mielőtt benyúl\n\n1. Kapcsolja ki a tengelyt.\n2. Állítsa le a motort.\n3. Vegye ki a kulcsot, és tegye a saját zsebébe.\n4. Várja meg, amíg semmi sem forog.\n\n> A törött burkolat leállítja a gépet. Zárja le, akassza ki a táblát, szóljon a vezetőnek.',
      'Kardántengely a traktor és a gép között: burkolattal, és anélkül, áthúzva.',
    ],
    de: [
      'Werkstatt: die Welle, die sich dreht',
      '## Warum\n\nEine Gelenkwelle dreht sich neun- bis sechzehnmal in der Sekunde. Sie fasst Ärmel, Kordel oder langes Haar schneller, als irgendwer loslässt.\n\n{drawing}\n\n## Bevor sie sich dreht\n\n- [ ] Der Schutz ist ganz, über die volle Länge, und hängt an seiner Kette\n- [ ] Keine lose Kleidung, Haare gebunden, keine Kordeln\n- [ ] Niemand zwischen Traktor und Maschine\n\n## Bevor Sie hineingreifen\n\n1. Die Welle ausschalten.\n2. Den Motor abstellen.\n3. Den Schlüssel abziehen und in die eigene Tasche stecken.\n4. Warten, bis sich nichts mehr dreht.\n\n> Ein kaputter Schutz hält die Maschine an. Sperren, Schild anhängen, der Leitung sagen.',
      'Eine Gelenkwelle zwischen Traktor und Maschine: mit Schutz, und ohne, durchgestrichen.',
    ],
    fr: [
      'Atelier : l’arbre qui tourne',
      '## Pourquoi\n\nUn arbre à cardans tourne neuf à seize fois par seconde. Il attrape une manche, un cordon ou des cheveux longs plus vite qu’on ne lâche.\n\n{drawing}\n\n## Avant qu’il tourne\n\n- [ ] Le protecteur est entier, sur toute la longueur, tenu par sa chaîne\n- [ ] Pas de vêtement ample, cheveux attachés, pas de cordon\n- [ ] Personne entre le tracteur et la machine\n\n## Avant d’y mettre la main\n\n1. Débrayez l’arbre.\n2. Arrêtez le moteur.\n3. Retirez la clé et gardez-la dans votre poche.\n4. Attendez que plus rien ne tourne.\n\n> Un protecteur cassé arrête la machine. Verrouillez-la, accrochez le panneau, prévenez le responsable.',
      'Un arbre à cardans entre tracteur et machine : avec son protecteur, et sans, barré.',
    ],
    ar: [
      'الورشة: العمود الدوّار',
      '## لماذا\n\nيدور عمود الحركة من تسع إلى ست عشرة مرة في الثانية. يمسك الكم أو الخيط أو الشعر الطويل أسرع مما يفلته أحد.\n\n{drawing}\n\n## قبل أن يدور\n\n- [ ] الغطاء سليم على الطول كله ومثبت بسلسلته\n- [ ] لا ملابس فضفاضة ولا خيوط، والشعر مربوط\n- [ ] لا أحد بين الجرار والآلة\n\n## قبل أن تمد يدك\n\n1. أوقف العمود.\n2. أطفئ المحرك.\n3. أخرج المفتاح وضعه في جيبك.\n4. انتظر حتى لا يدور شيء.\n\n> الغطاء المكسور يوقف الآلة. أقفلها وعلّق اللافتة وأخبر المدير.',
      'عمود حركة بين الجرار والآلة: بغطائه، وبدونه وعليه علامة شطب.',
    ],
  },
}
