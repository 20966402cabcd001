import type { AreaGuide } from './areaGuide.ts'
import { drawSheep } from './drawings.ts'

export const sheep: AreaGuide = {
  category: 'welfare',
  name: 'fly-strike.png',
  drawing: drawSheep(),
  texts: {
    en: [
      'Sheep and goats: fly strike',
      '## When\n\nWarm, damp days from spring to autumn. Look at every animal **once a day**: maggots do great harm within a day or two.\n\n## Where\n\n{drawing}\n\n- Around the tail, most of all when it is dirty\n- On the shoulders and along the back\n- At wounds and at the feet\n\n## What you see\n\nIt stamps, swishes its tail, bites at its side, or stands apart. The wool is dark and damp, and it smells.\n\n> Struck animals are treated the same day: clip the wool around it, take the maggots off, and use only what the vet named. Keep it in the shade and look again the next morning.',
      'A sheep with the places marked where flies strike: tail, back, shoulder and feet.',
    ],
    hu: [
      'Juhok és kecskék: légynyüvesség',
      '## Mikor\n\nMeleg, nyirkos napokon tavasztól őszig. Minden állatot nézzen meg **naponta egyszer**: a nyüvek egy-két nap alatt nagy kárt tesznek.\n\n## Hol\n\n{drawing}\n\n- A farok körül, főleg ha szennyes\n- A vállon és a hát mentén\n- Sebeknél és a lábaknál\n\n## Mit lát\n\nDobog, csapkod a farkával, az oldalához kap, vagy félreáll. A gyapjú sötét, nyirkos és szaga van.\n\n> A beteg állatot még aznap kezelni kell: nyírja le körülötte a gyapjút, szedje le a nyüveket, és csak azt használja, amit az állatorvos megnevezett. Tartsa árnyékban, és másnap reggel nézze meg újra.',
      'Egy juh, bejelölve, hol támadnak a legyek: farok, hát, váll és lábak.',
    ],
    de: [
      'Schafe und Ziegen: Fliegenmaden',
      '## Wann\n\nAn warmen, feuchten Tagen von Frühling bis Herbst. Sehen Sie jedes Tier **einmal am Tag** an: Maden richten in ein bis zwei Tagen großen Schaden an.\n\n## Wo\n\n{drawing}\n\n- Rund um den Schwanz, vor allem wenn er verschmutzt ist\n- An den Schultern und am Rücken\n- An Wunden und an den Klauen\n\n## Was Sie sehen\n\nDas Tier stampft, schlägt mit dem Schwanz, beißt nach der Seite oder steht abseits. Die Wolle ist dunkel und feucht und riecht.\n\n> Befallene Tiere werden am selben Tag behandelt: Wolle ringsum scheren, Maden absammeln, nur verwenden, was der Tierarzt genannt hat. In den Schatten stellen und am nächsten Morgen wieder ansehen.',
      'Ein Schaf, markiert sind die Stellen, an denen Fliegen Eier legen: Schwanz, Rücken, Schulter und Klauen.',
    ],
    fr: [
      'Moutons et chèvres : les myiases',
      '## Quand\n\nPar temps chaud et humide, du printemps à l’automne. Regardez chaque animal **une fois par jour** : les asticots font de gros dégâts en un ou deux jours.\n\n## Où\n\n{drawing}\n\n- Autour de la queue, surtout quand elle est sale\n- Sur les épaules et le long du dos\n- Aux plaies et aux pieds\n\n## Ce que vous voyez\n\nL’animal tape du pied, agite la queue, se mord le flanc ou reste à l’écart. La laine est sombre, humide, et sent mauvais.\n\n> Un animal atteint est soigné le jour même : tondez tout autour, retirez les asticots et n’utilisez que ce que le vétérinaire a indiqué. Gardez-le à l’ombre et regardez-le de nouveau le lendemain matin.',
      'Un mouton avec les endroits où les mouches pondent : queue, dos, épaule et pieds.',
    ],
    ar: [
      'الأغنام والماعز: إصابة الذباب',
      '## متى\n\nفي الأيام الدافئة الرطبة من الربيع إلى الخريف. انظر إلى كل حيوان **مرة في اليوم**: تسبب اليرقات ضررًا كبيرًا خلال يوم أو يومين.\n\n## أين\n\n{drawing}\n\n- حول الذيل، وخاصة إذا كان متسخًا\n- على الكتفين وعلى امتداد الظهر\n- عند الجروح والأقدام\n\n## ما تراه\n\nيضرب الأرض بقدمه أو يحرك ذيله أو يعض جنبه أو يقف منفردًا. الصوف داكن رطب وله رائحة.\n\n> يُعالَج الحيوان المصاب في اليوم نفسه: جُزّ الصوف حول المكان وأزل اليرقات ولا تستعمل إلا ما حدده الطبيب البيطري. أبقه في الظل وافحصه صباح اليوم التالي.',
      'خروف عليه علامات مواضع إصابة الذباب: الذيل والظهر والكتف والأقدام.',
    ],
  },
}
