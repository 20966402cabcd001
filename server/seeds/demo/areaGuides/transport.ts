import type { AreaGuide } from './areaGuide.ts'
import { drawLoading } from './drawings.ts'

export const transport: AreaGuide = {
  category: 'transport',
  name: 'loading.png',
  drawing: drawLoading(),
  texts: {
    en: [
      'Transport: fit to travel',
      '## Before the ramp\n\nLook at each animal as it walks. Whoever loads it decides, and not whoever drives.\n\n{drawing}\n\n## Stays at home\n\n- Cannot stand up or walk without pain or help\n- Has a severe open wound or a prolapse\n- Is in the last tenth of pregnancy, or gave birth in the last week\n- Is newborn, with a navel that has not healed\n\n> In doubt it stays, and the vet decides. Write down who was asked.\n\n## The ramp\n\n- [ ] Not steep, not slippery, with sides\n- [ ] Floor dry and strewn, no sharp edges\n- [ ] Papers, water and the phone number of the vet on board',
      'A lorry with its ramp: a cow on four sound legs goes up, one that spares a leg stays.',
    ],
    hu: [
      'Szállítás: bírja-e az utat',
      '## A rámpa előtt\n\nNézze meg minden állat járását. Az dönt, aki felrakja, és nem az, aki vezet.\n\n{drawing}\n\n## Itthon marad\n\n- Amelyik fájdalom vagy segítség nélkül nem tud felállni vagy járni\n- Amelyiknek súlyos nyílt sebe vagy előesése van\n- Amelyik a vemhesség utolsó tizedében van, vagy egy héten belül ellett\n- Újszülött, akinek a köldöke még nem gyógyult be\n\n> Ha kétséges, marad, és az állatorvos dönt. Írja fel, kit kérdezett meg.\n\n## A rámpa\n\n- [ ] Nem meredek, nem csúszik, van oldala\n- [ ] A padló száraz és almozott, nincs éles perem\n- [ ] Papírok, víz és az állatorvos telefonszáma a járművön',
      'Teherautó rámpával: a négy ép lábú tehén felmegy, amelyik kíméli a lábát, marad.',
    ],
    de: [
      'Transport: fit für die Fahrt',
      '## Vor der Rampe\n\nSehen Sie jedem Tier beim Gehen zu. Es entscheidet, wer verlädt, und nicht, wer fährt.\n\n{drawing}\n\n## Bleibt zu Hause\n\n- Kann ohne Schmerzen oder Hilfe nicht aufstehen oder gehen\n- Hat eine schwere offene Wunde oder einen Vorfall\n- Ist im letzten Zehntel der Trächtigkeit oder hat in der letzten Woche geboren\n- Ist neugeboren, und der Nabel ist noch nicht verheilt\n\n> Im Zweifel bleibt es da, und der Tierarzt entscheidet. Schreiben Sie auf, wer gefragt wurde.\n\n## Die Rampe\n\n- [ ] Nicht steil, nicht rutschig, mit Seitenwänden\n- [ ] Boden trocken und eingestreut, keine scharfen Kanten\n- [ ] Papiere, Wasser und die Nummer des Tierarztes an Bord',
      'Ein Lastwagen mit Rampe: Eine Kuh auf vier gesunden Beinen geht hinauf, eine lahme bleibt.',
    ],
    fr: [
      'Transport : apte à voyager',
      '## Avant la rampe\n\nRegardez marcher chaque animal. C’est qui charge qui décide, et non qui conduit.\n\n{drawing}\n\n## Reste à la ferme\n\n- Ne peut ni se lever ni marcher sans douleur ou sans aide\n- A une plaie ouverte grave ou un prolapsus\n- Est dans le dernier dixième de la gestation, ou a mis bas dans la semaine\n- Est un nouveau-né dont le nombril n’est pas cicatrisé\n\n> Dans le doute il reste, et le vétérinaire décide. Écrivez à qui vous avez demandé.\n\n## La rampe\n\n- [ ] Ni raide ni glissante, avec des côtés\n- [ ] Sol sec et paillé, aucun bord coupant\n- [ ] Papiers, eau et numéro du vétérinaire à bord',
      'Un camion et sa rampe : une vache sur quatre bonnes pattes monte, une boiteuse reste.',
    ],
    ar: [
      'النقل: صالح للسفر',
      '## قبل المنحدر\n\nانظر إلى كل حيوان وهو يمشي. القرار لمن يحمّل لا لمن يقود.\n\n{drawing}\n\n## يبقى في المزرعة\n\n- ما لا يقدر على النهوض أو المشي دون ألم أو مساعدة\n- ما به جرح مفتوح شديد أو هبوط\n- ما كان في العُشر الأخير من الحمل أو ولد خلال الأسبوع الماضي\n- المولود الذي لم تلتئم سرّته\n\n> عند الشك يبقى، والطبيب البيطري يقرر. اكتب من سألت.\n\n## المنحدر\n\n- [ ] غير شديد الميل ولا زلق وله جوانب\n- [ ] أرضية جافة مفروشة دون حواف حادة\n- [ ] الأوراق والماء ورقم الطبيب البيطري في المركبة',
      'شاحنة ومنحدرها: بقرة على أربع سيقان سليمة تصعد، وأخرى عرجاء تبقى.',
    ],
  },
}
