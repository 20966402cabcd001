import type { AreaGuide } from './areaGuide.ts'
import { drawHens } from './drawings.ts'

export const poultry: AreaGuide = {
  category: 'health',
  name: 'hens.png',
  drawing: drawHens(),
  texts: {
    en: [
      'Poultry: the walk through the house',
      '## Twice a day\n\nStand still at the door for one minute: listen, smell, look. Then walk the whole house, so that every bird moves.\n\n{drawing}\n\n| What you find | What it means | What you do |\n| --- | --- | --- |\n| Birds spread evenly | They are well | Go on |\n| Birds crowd together | Cold or draught | Check heating and inlets |\n| Birds pant, wings apart | Too hot | More air at once |\n| Wet, caked litter | Drinkers or air | Mend it, put dry litter down |\n| Eyes sting | Ammonia | More air, tell the manager |\n\n- [ ] Dead birds counted and taken out\n- [ ] Injured birds taken out and cared for\n- [ ] Water and feed within reach of all\n\n> More dead than yesterday, or they drink much less: call the vet before you go to another house.',
      'Two houses from above: hens spread evenly, and hens that crowd in a corner.',
    ],
    hu: [
      'Baromfi: körbejárás az ólban',
      '## Naponta kétszer\n\nÁlljon meg egy percre az ajtóban: hallgasson, szagoljon, nézzen. Aztán járja be az egész ólat, hogy minden madár megmozduljon.\n\n{drawing}\n\n| Mit talál | Mit jelent | Mit tesz |\n| --- | --- | --- |\n| Egyenletesen szétoszlanak | Jól vannak | Menjen tovább |\n| Összebújnak | Fáznak vagy huzat van | Ellenőrizze a fűtést és a beömlőket |\n| Lihegnek, elálló szárnnyal | Melegük van | Azonnal több levegő |\n| Nedves, összeállt alom | Itatók vagy levegő | Javítsa meg, tegyen száraz almot |\n| Csípi a szemet | Ammónia | Több levegő, szóljon a vezetőnek |\n\n- [ ] Az elhullottak megszámolva és kivive\n- [ ] A sérültek kivive és ellátva\n- [ ] Víz és takarmány mindegyiknek elérhető\n\n> Több az elhullott, mint tegnap, vagy sokkal kevesebbet isznak: hívja az állatorvost, mielőtt másik ólba menne.',
      'Két ól felülről: egyenletesen szétoszló tyúkok, és sarokba bújó tyúkok.',
    ],
    de: [
      'Geflügel: der Gang durch den Stall',
      '## Zweimal am Tag\n\nEine Minute still an der Tür stehen: hören, riechen, schauen. Dann durch den ganzen Stall gehen, sodass sich jedes Tier bewegt.\n\n{drawing}\n\n| Was Sie finden | Was es heißt | Was Sie tun |\n| --- | --- | --- |\n| Gleichmäßig verteilt | Es geht ihnen gut | Weitergehen |\n| Dicht beieinander | Kälte oder Zugluft | Heizung und Zuluft prüfen |\n| Hecheln, Flügel abgespreizt | Zu heiß | Sofort mehr Luft |\n| Nasse, verklebte Einstreu | Tränken oder Luft | Beheben, trocken einstreuen |\n| Die Augen brennen | Ammoniak | Mehr Luft, der Leitung sagen |\n\n- [ ] Tote Tiere gezählt und herausgenommen\n- [ ] Verletzte Tiere herausgenommen und versorgt\n- [ ] Wasser und Futter für alle erreichbar\n\n> Mehr tote Tiere als gestern, oder sie trinken viel weniger: den Tierarzt anrufen, bevor Sie in einen anderen Stall gehen.',
      'Zwei Ställe von oben: gleichmäßig verteilte Hennen, und Hennen, die sich in einer Ecke drängen.',
    ],
    fr: [
      'Volailles : le tour du poulailler',
      '## Deux fois par jour\n\nRestez une minute immobile à la porte : écoutez, sentez, regardez. Puis parcourez tout le bâtiment, pour que chaque oiseau bouge.\n\n{drawing}\n\n| Ce que vous trouvez | Ce que cela veut dire | Ce que vous faites |\n| --- | --- | --- |\n| Bien répartis | Ils vont bien | Continuer |\n| Serrés les uns contre les autres | Froid ou courant d’air | Vérifier chauffage et entrées d’air |\n| Haletants, ailes écartées | Trop chaud | Plus d’air tout de suite |\n| Litière mouillée, en croûte | Abreuvoirs ou air | Réparer, pailler à sec |\n| Les yeux piquent | Ammoniac | Plus d’air, prévenir le responsable |\n\n- [ ] Oiseaux morts comptés et retirés\n- [ ] Blessés retirés et soignés\n- [ ] Eau et aliment à la portée de tous\n\n> Plus de morts qu’hier, ou ils boivent beaucoup moins : appelez le vétérinaire avant d’entrer dans un autre bâtiment.',
      'Deux poulaillers vus de haut : des poules bien réparties, et des poules serrées dans un coin.',
    ],
    ar: [
      'الدواجن: الجولة في العنبر',
      '## مرتين في اليوم\n\nقف ساكنًا عند الباب دقيقة: اسمع وشمّ وانظر. ثم امشِ في العنبر كله حتى يتحرك كل طائر.\n\n{drawing}\n\n| ما تجده | ما يعنيه | ما تفعله |\n| --- | --- | --- |\n| موزعة بالتساوي | هي بخير | تابع |\n| متزاحمة | برد أو تيار هواء | افحص التدفئة وفتحات الهواء |\n| تلهث وأجنحتها متباعدة | حر شديد | زد الهواء فورًا |\n| فرشة مبللة متكتلة | المشارب أو الهواء | أصلح وضع فرشة جافة |\n| العيون تحرق | أمونيا | زد الهواء وأخبر المدير |\n\n- [ ] عُدّت الطيور النافقة وأُخرجت\n- [ ] أُخرجت الطيور المصابة واعتُني بها\n- [ ] الماء والعلف في متناول الجميع\n\n> إن زاد النافق عن أمس أو قل شربها كثيرًا فاتصل بالطبيب البيطري قبل أن تدخل عنبرًا آخر.',
      'عنبران من الأعلى: دجاج موزع بالتساوي، ودجاج متزاحم في زاوية.',
    ],
  },
}
