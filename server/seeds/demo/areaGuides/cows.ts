import type { AreaGuide } from './areaGuide.ts'
import { drawGaits } from './drawings.ts'

export const cows: AreaGuide = {
  category: 'health',
  name: 'lameness.png',
  drawing: drawGaits(),
  texts: {
    en: [
      'Cows: lame or sound',
      '## Watch them walk\n\nOn a hard, level floor, from the side, six to ten strides, before milking or after.\n\n{drawing}\n\n| Score | What you see | What you do |\n| --- | --- | --- |\n| 0 | Even steps, flat back | Nothing |\n| 1 | Uneven, no leg stands out | Look again in two weeks |\n| 2 | One leg is spared, the back is arched | Lift the foot within two days |\n| 3 | Slower than a person walks | Lift the foot today, tell the manager |\n\n> A cow that does not put a foot down at all is an emergency. Call the vet.\n\n## Then\n\n- [ ] Note her ear tag and the leg\n- [ ] Put her where she need not walk far',
      'Four cows from score 0 to 3: the back arches more and the foot is lifted.',
    ],
    hu: [
      'Tehenek: sánta vagy ép',
      '## Figyelje a járásukat\n\nKemény, sík padlón, oldalról, hat–tíz lépésen át, fejés előtt vagy után.\n\n{drawing}\n\n| Pont | Mit lát | Mit tesz |\n| --- | --- | --- |\n| 0 | Egyenletes lépés, egyenes hát | Semmit |\n| 1 | Egyenetlen, de nem látszik, melyik láb | Két hét múlva nézze meg újra |\n| 2 | Egyik lábát kíméli, a háta ívelt | Két napon belül emelje fel a lábát |\n| 3 | Lassabb, mint ahogy egy ember sétál | Még ma emelje fel a lábát, szóljon a vezetőnek |\n\n> Ha a tehén egyáltalán nem áll a lábára, az sürgős. Hívja az állatorvost.\n\n## Utána\n\n- [ ] Jegyezze fel a füljelzőjét és a lábat\n- [ ] Vigye olyan helyre, ahol keveset kell járnia',
      'Négy tehén 0-tól 3 pontig: a hátuk egyre íveltebb, a lábukat felemelik.',
    ],
    de: [
      'Kühe: lahm oder gesund',
      '## Beim Gehen zusehen\n\nAuf hartem, ebenem Boden, von der Seite, sechs bis zehn Schritte, vor oder nach dem Melken.\n\n{drawing}\n\n| Note | Was Sie sehen | Was Sie tun |\n| --- | --- | --- |\n| 0 | Gleichmäßige Schritte, gerader Rücken | Nichts |\n| 1 | Ungleichmäßig, kein Bein fällt auf | In zwei Wochen wieder ansehen |\n| 2 | Ein Bein wird geschont, der Rücken ist krumm | Klaue binnen zwei Tagen ansehen |\n| 3 | Langsamer, als ein Mensch geht | Klaue heute ansehen, der Leitung sagen |\n\n> Setzt eine Kuh einen Fuß gar nicht mehr auf, ist das ein Notfall. Rufen Sie den Tierarzt.\n\n## Danach\n\n- [ ] Ohrmarke und Bein notieren\n- [ ] Dorthin bringen, wo sie wenig gehen muss',
      'Vier Kühe von Note 0 bis 3: der Rücken wird krummer, der Fuß wird gehoben.',
    ],
    fr: [
      'Vaches : boiteuses ou non',
      '## Les regarder marcher\n\nSur un sol dur et plat, de côté, pendant six à dix pas, avant ou après la traite.\n\n{drawing}\n\n| Note | Ce que vous voyez | Ce que vous faites |\n| --- | --- | --- |\n| 0 | Pas réguliers, dos droit | Rien |\n| 1 | Pas irréguliers, aucune patte ne se distingue | Regarder de nouveau dans deux semaines |\n| 2 | Une patte est ménagée, le dos est voûté | Lever le pied sous deux jours |\n| 3 | Plus lente qu’une personne qui marche | Lever le pied aujourd’hui, prévenir le responsable |\n\n> Une vache qui ne pose plus du tout le pied est une urgence. Appelez le vétérinaire.\n\n## Ensuite\n\n- [ ] Noter sa boucle et la patte\n- [ ] La mettre où elle a peu à marcher',
      'Quatre vaches de la note 0 à 3 : le dos se voûte et le pied se lève.',
    ],
    ar: [
      'الأبقار: عرجاء أم سليمة',
      '## راقبها وهي تمشي\n\nعلى أرض صلبة مستوية، من الجانب، من ست إلى عشر خطوات، قبل الحلب أو بعده.\n\n{drawing}\n\n| الدرجة | ما تراه | ما تفعله |\n| --- | --- | --- |\n| 0 | خطوات منتظمة وظهر مستوٍ | لا شيء |\n| 1 | خطوات غير منتظمة دون ساق بعينها | انظر مجددًا بعد أسبوعين |\n| 2 | تريح ساقًا وظهرها مقوّس | افحص الحافر خلال يومين |\n| 3 | أبطأ من مشي الإنسان | افحص الحافر اليوم وأخبر المدير |\n\n> البقرة التي لا تضع قدمها على الأرض حالة طارئة. اتصل بالطبيب البيطري.\n\n## بعد ذلك\n\n- [ ] سجّل رقم الأذن والساق\n- [ ] ضعها حيث لا تمشي كثيرًا',
      'أربع أبقار من الدرجة 0 إلى 3: يزداد تقوّس الظهر وتُرفع القدم.',
    ],
  },
}
