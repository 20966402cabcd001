import type { GuideCategory } from '#shared/guides/rules.ts'
import type { Locale } from '#shared/lib/language.ts'
import { drawGaits, drawHens, drawLoading, drawPigs, drawShaft, drawSheep } from './areaDrawings.ts'

/** A guide of one area that everybody there must read. `{drawing}` in a text is replaced by its drawing. */
export type AreaGuide = {
  category: GuideCategory
  /** What its drawing is called in the store. */
  name: string
  drawing: string
  /** Title, text, and what the drawing shows. */
  texts: Record<Locale, [title: string, body: string, shown: string]>
}

const cows: AreaGuide = {
  category: 'health',
  name: 'lameness.png',
  drawing: drawGaits(),
  texts: {
    en: [
      'Cows: lame or sound',
      '## Watch them walk\n\n' +
        'On a hard, level floor, from the side, six to ten strides, before milking or after.\n\n{drawing}\n\n' +
        '| Score | What you see | What you do |\n| --- | --- | --- |\n' +
        '| 0 | Even steps, flat back | Nothing |\n' +
        '| 1 | Uneven, no leg stands out | Check again in two weeks |\n' +
        '| 2 | One leg is spared, the back is arched | Lift the foot within two days |\n' +
        '| 3 | Slower than a person walks | Lift the foot today, tell the manager |\n\n' +
        '> A cow that does not put a foot down at all is an emergency. Call the vet.\n\n## Then\n\n' +
        '- [ ] Note her ear tag and the leg\n- [ ] Put her where she need not walk far',
      'Four cows from score 0 to 3: the back arches more and the foot is lifted.',
    ],
    hu: [
      'Tehenek: sánta vagy ép',
      '## Figyelje a járásukat\n\n' +
        'Kemény, sík padlón, oldalról, hat–tíz lépésen át, fejés előtt vagy után.\n\n{drawing}\n\n' +
        '| Pont | Mit lát | Mit tesz |\n| --- | --- | --- |\n| 0 | Egyenletes lépés, egyenes hát | Semmit |\n' +
        '| 1 | Egyenetlen, de nem látszik, melyik láb | Két hét múlva nézze meg újra |\n' +
        '| 2 | Egyik lábát kíméli, a háta ívelt | Két napon belül emelje fel a lábát |\n' +
        '| 3 | Lassabb, mint ahogy egy ember sétál | Még ma emelje fel a lábát, szóljon a vezetőnek |\n\n' +
        '> Ha a tehén egyáltalán nem áll a lábára, az sürgős. Hívja az állatorvost.\n\n## Utána\n\n' +
        '- [ ] Jegyezze fel a füljelzőjét és a lábat\n- [ ] Vigye olyan helyre, ahol keveset kell járnia',
      'Négy tehén 0-tól 3 pontig: a hátuk egyre íveltebb, a lábukat felemelik.',
    ],
    de: [
      'Kühe: lahm oder gesund',
      '## Beim Gehen zusehen\n\n' +
        'Auf hartem, ebenem Boden, von der Seite, sechs bis zehn Schritte, vor oder nach dem Melken.\n\n' +
        '{drawing}\n\n| Note | Was Sie sehen | Was Sie tun |\n| --- | --- | --- |\n' +
        '| 0 | Gleichmäßige Schritte, gerader Rücken | Nichts |\n' +
        '| 1 | Ungleichmäßig, kein Bein fällt auf | In zwei Wochen wieder ansehen |\n' +
        '| 2 | Ein Bein wird geschont, der Rücken ist krumm | Klaue binnen zwei Tagen ansehen |\n' +
        '| 3 | Langsamer, als ein Mensch geht | Klaue heute ansehen, der Leitung sagen |\n\n' +
        '> Setzt eine Kuh einen Fuß gar nicht mehr auf, ist das ein Notfall. Rufen Sie die ' +
        'Tierarztpraxis.\n\n## Danach\n\n- [ ] Ohrmarke und Bein notieren\n' +
        '- [ ] Dorthin bringen, wo sie wenig gehen muss',
      'Vier Kühe von Note 0 bis 3: der Rücken wird krummer, der Fuß wird gehoben.',
    ],
    fr: [
      'Vaches : boiteuses ou non',
      '## Les regarder marcher\n\n' +
        'Sur un sol dur et plat, de côté, pendant six à dix pas, avant ou après la traite.\n\n{drawing}\n\n' +
        '| Note | Ce que vous voyez | Ce que vous faites |\n| --- | --- | --- |\n' +
        '| 0 | Pas réguliers, dos droit | Rien |\n' +
        '| 1 | Pas irréguliers, aucune patte ne se distingue | Regarder de nouveau dans deux semaines |\n' +
        '| 2 | Une patte est ménagée, le dos est voûté | Lever le pied sous deux jours |\n' +
        '| 3 | Plus lente qu’une personne qui marche | Lever le pied aujourd’hui, prévenir le responsable ' +
        '|\n\n> Une vache qui ne pose plus du tout le pied est une urgence. Appelez le vétérinaire.\n\n' +
        '## Ensuite\n\n- [ ] Noter sa boucle et la patte\n- [ ] La mettre où elle a peu à marcher',
      'Quatre vaches de la note 0 à 3 : le dos se voûte et le pied se lève.',
    ],
    ar: [
      'الأبقار: عرجاء أم سليمة',
      '## راقبها وهي تمشي\n\nعلى أرض صلبة مستوية، من الجانب، من ست إلى عشر خطوات، قبل الحلب أو بعده.\n\n' +
        '{drawing}\n\n| الدرجة | ما تراه | ما تفعله |\n| --- | --- | --- |\n' +
        '| 0 | خطوات منتظمة وظهر مستوٍ | لا شيء |\n' +
        '| 1 | خطوات غير منتظمة دون ساق بعينها | انظر مجددًا بعد أسبوعين |\n' +
        '| 2 | تريح ساقًا وظهرها مقوّس | افحص الحافر خلال يومين |\n' +
        '| 3 | أبطأ من مشي الإنسان | افحص الحافر اليوم وأخبر المدير |\n\n' +
        '> البقرة التي لا تضع قدمها على الأرض حالة طارئة. اتصل بالطبيب البيطري.\n\n## بعد ذلك\n\n' +
        '- [ ] سجّل علامة الأذن والساق\n- [ ] ضعها حيث لا تمشي كثيرًا',
      'أربع أبقار من الدرجة 0 إلى 3: يزداد تقوّس الظهر وتُرفع القدم.',
    ],
  },
}

const pigs: AreaGuide = {
  category: 'welfare',
  name: 'tails.png',
  drawing: drawPigs(),
  texts: {
    en: [
      'Pigs: tails tell first',
      '## Look at the tails\n\n' +
        'Before a tail is bitten, it hangs. Look from the passage, twice a day, before you move anything.\n\n' +
        '{drawing}\n\n## A tail that hangs or is tucked in\n\n' +
        '1. Give something new to chew at once: straw, rope, fresh wood.\n' +
        '2. Check water, feed places, draught, heat and the smell of ammonia.\n' +
        '3. Check again after one hour.\n\n## A tail that bleeds\n\n' +
        '- Take the bitten pig to the hospital pen\n- Find the one that bites, and take it out too\n' +
        '- Fill in the daily check with a photo\n\n' +
        '> Every pig can always reach enough material to root in and chew. An empty rack is a finding.',
      'Two pigs: one with a curled tail, which is good, and one with a hanging tail, which is a warning.',
    ],
    hu: [
      'Sertések: a farok szól először',
      '## Nézze a farkukat\n\n' +
        'Mielőtt megrágják, a farok lelóg. Naponta kétszer nézze a folyosóról, mielőtt bármit ' +
        'megmozdítana.\n\n{drawing}\n\n## Ha a farok lelóg vagy be van húzva\n\n' +
        '1. Azonnal adjon új rágnivalót: szalmát, kötelet, friss fát.\n' +
        '2. Ellenőrizze a vizet, az etetőhelyeket, a huzatot, a meleget és az ammóniaszagot.\n' +
        '3. Egy óra múlva nézze meg újra.\n\n## Ha a farok vérzik\n\n' +
        '- Vigye a megrágott sertést a betegrekeszbe\n- Keresse meg, amelyik rág, és azt is vegye ki\n' +
        '- Töltse ki a napi ellenőrzést, fényképpel\n\n' +
        '> Minden sertésnek mindig legyen elegendő anyaga túrni és rágni. Az üres szénarács megállapítás.',
      'Két sertés: az egyik farka kunkorodik, ez jó; a másiké lelóg, ez figyelmeztetés.',
    ],
    de: [
      'Schweine: Der Schwanz warnt zuerst',
      '## Auf die Schwänze schauen\n\n' +
        'Bevor ein Schwanz gebissen wird, hängt er. Sehen Sie zweimal am Tag vom Gang aus hin, bevor Sie ' +
        'etwas bewegen.\n\n{drawing}\n\n## Ein Schwanz hängt oder ist eingezogen\n\n' +
        '1. Sofort etwas Neues zum Kauen geben: Stroh, Seil, frisches Holz.\n' +
        '2. Wasser, Fressplätze, Zugluft, Wärme und Ammoniakgeruch prüfen.\n' +
        '3. Nach einer Stunde wieder hinsehen.\n\n## Ein Schwanz blutet\n\n' +
        '- Das gebissene Schwein in die Krankenbucht bringen\n' +
        '- Das Tier, das beißt, finden und auch herausnehmen\n- Die tägliche Kontrolle mit Foto ausfüllen\n\n' +
        '> Jedes Schwein hat immer genug Material zum Wühlen und Kauen. Eine leere Raufe ist ein Befund.',
      'Zwei Schweine: eines mit Ringelschwanz, dem es gut geht, und eines mit hängendem Schwanz als Warnung.',
    ],
    fr: [
      'Porcs : la queue prévient',
      '## Regarder les queues\n\n' +
        'Avant d’être mordue, une queue pend. Regardez depuis le couloir, deux fois par jour, avant de rien ' +
        'déplacer.\n\n{drawing}\n\n## Une queue pend ou est rentrée\n\n' +
        '1. Donnez tout de suite du nouveau à mâcher : paille, corde, bois frais.\n' +
        '2. Vérifiez l’eau, les places à l’auge, les courants d’air, la chaleur et l’odeur d’ammoniac.\n' +
        '3. Regardez de nouveau au bout d’une heure.\n\n## Une queue saigne\n\n' +
        '- Mettez le porc mordu à l’infirmerie\n- Trouvez celui qui mord et retirez-le aussi\n' +
        '- Remplissez le contrôle du jour avec une photo\n\n' +
        '> Chaque porc a toujours assez de matériau à fouiller et à mâcher. Un râtelier vide est un constat.',
      'Deux porcs : l’un à la queue en tire-bouchon va bien, l’autre à la queue pendante avertit.',
    ],
    ar: [
      'الخنازير: الذيل يُنذر أولًا',
      '## انظر إلى الذيول\n\nقبل أن يُعض الذيل يتدلى. انظر من الممر مرتين في اليوم قبل أن تحرك شيئًا.\n\n' +
        '{drawing}\n\n## ذيل متدلٍّ أو مطوي\n\n' +
        '1. قدّم فورًا شيئًا جديدًا للمضغ: قشًا أو حبلًا أو خشبًا طريًا.\n' +
        '2. تحقق من الماء وأماكن العلف وتيار الهواء والحرارة ورائحة الأمونيا.\n3. انظر مجددًا بعد ساعة.\n\n' +
        '## ذيل ينزف\n\n- انقل الخنزير المعضوض إلى حظيرة المرضى\n- ابحث عن الذي يعض وأخرجه أيضًا\n' +
        '- عبّئ الفحص اليومي مع صورة\n\n' +
        '> لكل خنزير دائمًا ما يكفي من مادة للنبش والمضغ. الرف الفارغ مشكلة تُسجَّل.',
      'خنزيران: أحدهما ذيله ملتف وهو بخير، والآخر ذيله متدلٍّ وهذا إنذار.',
    ],
  },
}

const poultry: AreaGuide = {
  category: 'health',
  name: 'hens.png',
  drawing: drawHens(),
  texts: {
    en: [
      'Poultry: the walk through the house',
      '## Twice a day\n\nStand still at the door for one minute: listen, smell, look. Then walk the whole ' +
        'house, so that every bird moves.\n\n{drawing}\n\n| What you find | What it means | What you do |\n' +
        '| --- | --- | --- |\n| Birds spread evenly | They are fine | Continue |\n' +
        '| Birds crowd together | Cold or draught | Check heating and inlets |\n' +
        '| Birds pant, wings apart | Too hot | More air at once |\n' +
        '| Wet, caked litter | Drinkers or air | Repair it, put dry litter down |\n' +
        '| Eyes sting | Ammonia | More air, tell the manager |\n\n- [ ] Dead birds counted and taken out\n' +
        '- [ ] Injured birds taken out and cared for\n- [ ] Water and feed within reach of all\n\n' +
        '> More dead than yesterday, or they drink much less: call the vet before you go to another house.',
      'Two houses from above: hens spread evenly, and hens that crowd in a corner.',
    ],
    hu: [
      'Baromfi: körbejárás az ólban',
      '## Naponta kétszer\n\n' +
        'Álljon meg egy percre az ajtóban: hallgasson, szagoljon, nézzen. Aztán járja be az egész ólat, hogy ' +
        'minden madár megmozduljon.\n\n{drawing}\n\n| Mit talál | Mit jelent | Mit tesz |\n' +
        '| --- | --- | --- |\n| Egyenletesen szétoszlanak | Jól vannak | Menjen tovább |\n' +
        '| Összebújnak | Fáznak vagy huzat van | Ellenőrizze a fűtést és a légbeejtőket |\n' +
        '| Lihegnek, széttárt szárnnyal | Melegük van | Azonnal több levegő |\n' +
        '| Nedves, összeállt alom | Itatók vagy levegő | Javítsa meg, tegyen száraz almot |\n' +
        '| Csípi a szemet | Ammónia | Több levegő, szóljon a vezetőnek |\n\n' +
        '- [ ] Az elhullottak megszámolva és kivive\n- [ ] A sérültek kivive és ellátva\n' +
        '- [ ] Víz és takarmány mindegyiknek elérhető\n\n' +
        '> Több az elhullott, mint tegnap, vagy sokkal kevesebbet isznak: hívja az állatorvost, mielőtt ' +
        'másik ólba menne.',
      'Két ól felülről: egyenletesen szétoszló tyúkok, és sarokba bújó tyúkok.',
    ],
    de: [
      'Geflügel: der Gang durch den Stall',
      '## Zweimal am Tag\n\n' +
        'Eine Minute still an der Tür stehen: hören, riechen, schauen. Dann durch den ganzen Stall gehen, ' +
        'sodass sich jedes Tier bewegt.\n\n{drawing}\n\n| Was Sie finden | Was es heißt | Was Sie tun |\n' +
        '| --- | --- | --- |\n| Gleichmäßig verteilt | Es geht ihnen gut | Weitergehen |\n' +
        '| Dicht beieinander | Kälte oder Zugluft | Heizung und Zuluft prüfen |\n' +
        '| Hecheln, Flügel abgespreizt | Zu heiß | Sofort mehr Luft |\n' +
        '| Nasse, verklebte Einstreu | Tränken oder Luft | Beheben, trocken einstreuen |\n' +
        '| Die Augen brennen | Ammoniak | Mehr Luft, der Leitung sagen |\n\n' +
        '- [ ] Tote Tiere gezählt und herausgenommen\n- [ ] Verletzte Tiere herausgenommen und versorgt\n' +
        '- [ ] Wasser und Futter für alle erreichbar\n\n' +
        '> Mehr tote Tiere als gestern, oder sie trinken viel weniger: die Tierarztpraxis anrufen, bevor Sie ' +
        'in einen anderen Stall gehen.',
      'Zwei Ställe von oben: gleichmäßig verteilte Hennen, und Hennen, die sich in einer Ecke drängen.',
    ],
    fr: [
      'Volailles : le tour du poulailler',
      '## Deux fois par jour\n\n' +
        'Restez une minute immobile à la porte : écoutez, sentez, regardez. Puis parcourez tout le bâtiment, ' +
        'pour que chaque oiseau bouge.\n\n{drawing}\n\n' +
        '| Ce que vous trouvez | Ce que cela veut dire | Ce que vous faites |\n| --- | --- | --- |\n' +
        '| Bien répartis | Ils vont bien | Continuer |\n' +
        '| Serrés les uns contre les autres | Froid ou courant d’air | Vérifier chauffage et entrées d’air ' +
        '|\n| Haletants, ailes écartées | Trop chaud | Plus d’air tout de suite |\n' +
        '| Litière mouillée, en croûte | Abreuvoirs ou air | Réparer, pailler à sec |\n' +
        '| Les yeux piquent | Ammoniac | Plus d’air, prévenir le responsable |\n\n' +
        '- [ ] Oiseaux morts comptés et retirés\n- [ ] Blessés retirés et soignés\n' +
        '- [ ] Eau et aliment à la portée de tous\n\n' +
        '> Plus de morts qu’hier, ou ils boivent beaucoup moins : appelez le vétérinaire avant d’entrer dans ' +
        'un autre bâtiment.',
      'Deux poulaillers vus de haut : des poules bien réparties, et des poules serrées dans un coin.',
    ],
    ar: [
      'الدواجن: الجولة في العنبر',
      '## مرتين في اليوم\n\n' +
        'قف ساكنًا عند الباب دقيقة: اسمع وشمّ وانظر. ثم امشِ في العنبر كله حتى يتحرك كل طائر.\n\n' +
        '{drawing}\n\n| ما تجده | ما يعنيه | ما تفعله |\n| --- | --- | --- |\n' +
        '| موزعة بالتساوي | هي بخير | تابع |\n| متزاحمة | برد أو تيار هواء | افحص التدفئة وفتحات الهواء |\n' +
        '| تلهث وأجنحتها متباعدة | حر شديد | زد الهواء فورًا |\n' +
        '| فرشة مبللة متكتلة | المشارب أو الهواء | أصلح وضع فرشة جافة |\n' +
        '| العيون تحرق | أمونيا | زد الهواء وأخبر المدير |\n\n- [ ] عُدّت الطيور النافقة وأُخرجت\n' +
        '- [ ] أُخرجت الطيور المصابة واعتُني بها\n- [ ] الماء والعلف في متناول الجميع\n\n' +
        '> إن زاد النافق عن أمس أو قل شربها كثيرًا فاتصل بالطبيب البيطري قبل أن تدخل عنبرًا آخر.',
      'عنبران من الأعلى: دجاج موزع بالتساوي، ودجاج متزاحم في زاوية.',
    ],
  },
}

const sheep: AreaGuide = {
  category: 'welfare',
  name: 'fly-strike.png',
  drawing: drawSheep(),
  texts: {
    en: [
      'Sheep and goats: fly strike',
      '## When\n\nWarm, damp days from spring to autumn. Look at every animal **once a day**: maggots do ' +
        'great harm within a day or two.\n\n## Where\n\n{drawing}\n\n' +
        '- Around the tail, most of all when it is dirty\n- On the shoulders and along the back\n' +
        '- At wounds and at the feet\n\n## What you see\n\n' +
        'It stamps, swishes its tail, bites at its side, or stands apart. The wool is dark and damp, and it ' +
        'smells.\n\n> Struck animals are treated the same day: clip the wool around it, take the maggots ' +
        'off, and use only what the vet named. Keep it in the shade and check again the next morning.',
      'A sheep with the places marked where flies strike: tail, back, shoulder and feet.',
    ],
    hu: [
      'Juhok és kecskék: légynyüvesség',
      '## Mikor\n\nMeleg, nyirkos napokon tavasztól őszig. Minden állatot nézzen meg **naponta egyszer**: ' +
        'a nyüvek egy-két nap alatt nagy kárt tesznek.\n\n## Hol\n\n{drawing}\n\n' +
        '- A farok körül, főleg ha szennyes\n- A vállon és a hát mentén\n- Sebeknél és a lábaknál\n\n' +
        '## Mit lát\n\nDobog, csapkod a farkával, az oldalához kap, vagy félreáll. A gyapjú sötét, nyirkos ' +
        'és szaga van.\n\n> A beteg állatot még aznap kezelni kell: nyírja le körülötte a gyapjút, szedje le ' +
        'a nyüveket, és csak azt használja, amit az állatorvos megnevezett. Tartsa árnyékban, és másnap ' +
        'reggel nézze meg újra.',
      'Egy juh, bejelölve, hol támadnak a legyek: farok, hát, váll és lábak.',
    ],
    de: [
      'Schafe und Ziegen: Fliegenmaden',
      '## Wann\n\nAn warmen, feuchten Tagen von Frühling bis Herbst. Sehen Sie jedes Tier **einmal am ' +
        'Tag** an: Maden richten in ein bis zwei Tagen großen Schaden an.\n\n## Wo\n\n{drawing}\n\n' +
        '- Rund um den Schwanz, vor allem wenn er verschmutzt ist\n- An den Schultern und am Rücken\n' +
        '- An Wunden und an den Klauen\n\n## Was Sie sehen\n\n' +
        'Das Tier stampft, schlägt mit dem Schwanz, beißt nach der Seite oder steht abseits. Die Wolle ist ' +
        'dunkel und feucht und riecht.\n\n' +
        '> Befallene Tiere werden am selben Tag behandelt: Wolle ringsum scheren, Maden absammeln, nur ' +
        'verwenden, was tierärztlich empfohlen ist. In den Schatten stellen und am nächsten Morgen wieder ' +
        'ansehen.',
      'Ein Schaf, markiert sind die Stellen, an denen Fliegen Eier legen: Schwanz, Rücken, Schulter und Klauen.',
    ],
    fr: [
      'Moutons et chèvres : les myiases',
      '## Quand\n\nPar temps chaud et humide, du printemps à l’automne. Regardez chaque animal **une fois ' +
        'par jour** : les asticots font de gros dégâts en un ou deux jours.\n\n## Où\n\n{drawing}\n\n' +
        '- Autour de la queue, surtout quand elle est sale\n- Sur les épaules et le long du dos\n' +
        '- Aux plaies et aux pieds\n\n## Ce que vous voyez\n\n' +
        'L’animal tape du pied, agite la queue, se mord le flanc ou reste à l’écart. La laine est sombre, ' +
        'humide, et sent mauvais.\n\n' +
        '> Un animal atteint est soigné le jour même : tondez tout autour, retirez les asticots et ' +
        'n’utilisez que ce que le vétérinaire a indiqué. Gardez-le à l’ombre et regardez-le de nouveau le ' +
        'lendemain matin.',
      'Un mouton avec les endroits où les mouches pondent : queue, dos, épaule et pieds.',
    ],
    ar: [
      'الأغنام والماعز: إصابة الذباب',
      '## متى\n\nفي الأيام الدافئة الرطبة من الربيع إلى الخريف. انظر إلى كل حيوان **مرة في اليوم**: تسبب ' +
        'اليرقات ضررًا كبيرًا خلال يوم أو يومين.\n\n## أين\n\n{drawing}\n\n' +
        '- حول الذيل، وخاصة إذا كان متسخًا\n- على الكتفين وعلى امتداد الظهر\n- عند الجروح والأقدام\n\n' +
        '## ما تراه\n\nيضرب الأرض بقدمه أو يحرك ذيله أو يعض جنبه أو يقف منفردًا. الصوف داكن رطب وله ' +
        'رائحة.\n\n> يُعالَج الحيوان المصاب في اليوم نفسه: جُزّ الصوف حول المكان وأزل اليرقات ولا تستعمل إلا ' +
        'ما حدده الطبيب البيطري. أبقه في الظل وافحصه صباح اليوم التالي.',
      'خروف عليه علامات مواضع إصابة الذباب: الذيل والظهر والكتف والأقدام.',
    ],
  },
}

const transport: AreaGuide = {
  category: 'transport',
  name: 'loading.png',
  drawing: drawLoading(),
  texts: {
    en: [
      'Transport: fit to travel',
      '## Before the ramp\n\n' +
        'Look at each animal as it walks. The person who loads it decides, not the driver.\n\n{drawing}\n\n' +
        '## Stays at home\n\n- Cannot stand up or walk without pain or help\n' +
        '- Has a severe open wound or a prolapse\n' +
        '- Is in the last tenth of pregnancy, or gave birth in the last week\n' +
        '- Is newborn, with a navel that has not healed\n\n' +
        '> In doubt it stays, and the vet decides. Write down who was asked.\n\n## The ramp\n\n' +
        '- [ ] Not steep, not slippery, with sides\n- [ ] Floor dry and strewn, no sharp edges\n' +
        '- [ ] Papers, water and the phone number of the vet on board',
      'A lorry with its ramp: a cow on four sound legs goes up, one that spares a leg stays.',
    ],
    hu: [
      'Szállítás: bírja-e az utat',
      '## A rámpa előtt\n\nNézze meg minden állat járását. Az dönt, aki felrakja, és nem az, aki vezet.\n\n' +
        '{drawing}\n\n## Itthon marad\n\n' +
        '- Amelyik fájdalom vagy segítség nélkül nem tud felállni vagy járni\n' +
        '- Amelyiknek mély, nyílt sebe vagy előesése van\n' +
        '- Amelyik a vemhesség utolsó tizedében van, vagy egy héten belül ellett\n' +
        '- Újszülött, amelynek a köldöke még nem gyógyult be\n\n' +
        '> Ha kétséges, marad, és az állatorvos dönt. Írja fel, kit kérdezett meg.\n\n## A rámpa\n\n' +
        '- [ ] Nem meredek, nem csúszik, van oldala\n- [ ] A padló száraz és almozott, nincs éles perem\n' +
        '- [ ] Okmányok, víz és az állatorvos telefonszáma a járművön',
      'Teherautó rámpával: az ép lábú tehén felmegy, amelyik kíméli a lábát, marad.',
    ],
    de: [
      'Transport: fit für die Fahrt',
      '## Vor der Rampe\n\nSehen Sie jedem Tier beim Gehen zu. Es entscheidet, wer verlädt, und nicht, wer ' +
        'fährt.\n\n{drawing}\n\n## Bleibt zu Hause\n\n' +
        '- Kann ohne Schmerzen oder Hilfe nicht aufstehen oder gehen\n' +
        '- Hat eine schwere offene Wunde oder einen Vorfall\n' +
        '- Ist im letzten Zehntel der Trächtigkeit oder hat in der letzten Woche geboren\n' +
        '- Ist neugeboren, und der Nabel ist noch nicht verheilt\n\n' +
        '> Im Zweifel bleibt es da, und die Tierarztpraxis entscheidet. Schreiben Sie auf, wer gefragt ' +
        'wurde.\n\n## Die Rampe\n\n- [ ] Nicht steil, nicht rutschig, mit Seitenwänden\n' +
        '- [ ] Boden trocken und eingestreut, keine scharfen Kanten\n' +
        '- [ ] Papiere, Wasser und die Nummer der Tierarztpraxis an Bord',
      'Ein Lastwagen mit Rampe: Eine Kuh auf vier gesunden Beinen geht hinauf, eine lahme bleibt.',
    ],
    fr: [
      'Transport : apte à voyager',
      '## Avant la rampe\n\n' +
        'Regardez marcher chaque animal. C’est qui charge qui décide, et non qui conduit.\n\n{drawing}\n\n' +
        '## Reste à la ferme\n\n- Ne peut ni se lever ni marcher sans douleur ou sans aide\n' +
        '- A une plaie ouverte grave ou un prolapsus\n' +
        '- Est dans le dernier dixième de la gestation, ou a mis bas dans la semaine\n' +
        '- Est un nouveau-né dont le nombril n’est pas cicatrisé\n\n' +
        '> Dans le doute il reste, et le vétérinaire décide. Écrivez à qui vous avez demandé.\n\n' +
        '## La rampe\n\n- [ ] Ni raide ni glissante, avec des côtés\n' +
        '- [ ] Sol sec et paillé, aucun bord coupant\n- [ ] Papiers, eau et numéro du vétérinaire à bord',
      'Un camion et sa rampe : une vache sur quatre bonnes pattes monte, une boiteuse reste.',
    ],
    ar: [
      'النقل: صالح للسفر',
      '## قبل المنحدر\n\nانظر إلى كل حيوان وهو يمشي. القرار لمن يحمّل لا لمن يقود.\n\n{drawing}\n\n' +
        '## يبقى في المزرعة\n\n- ما لا يقدر على النهوض أو المشي دون ألم أو مساعدة\n' +
        '- ما به جرح مفتوح شديد أو هبوط\n' +
        '- ما كان في العُشر الأخير من الحمل أو وضع مولوده خلال الأسبوع الماضي\n' +
        '- المولود الذي لم تلتئم سرّته\n\n> عند الشك يبقى، والطبيب البيطري يقرر. اكتب من سألت.\n\n' +
        '## المنحدر\n\n- [ ] غير شديد الميل ولا زلق وله جوانب\n- [ ] أرضية جافة مفروشة دون حواف حادة\n' +
        '- [ ] الأوراق والماء ورقم الطبيب البيطري في المركبة',
      'شاحنة ومنحدرها: بقرة على أربع سيقان سليمة تصعد، وأخرى عرجاء تبقى.',
    ],
  },
}

const workshop: AreaGuide = {
  category: 'machinery',
  name: 'shaft.png',
  drawing: drawShaft(),
  texts: {
    en: [
      'Workshop: the shaft that turns',
      '## Why\n\nA drive shaft turns nine to sixteen times a second. It takes a sleeve, a cord or long ' +
        'hair faster than anybody lets go.\n\n{drawing}\n\n## Before it turns\n\n' +
        '- [ ] The guard is whole, over the full length, and held by its chain\n' +
        '- [ ] No loose clothes, hair tied back, no cords\n- [ ] Nobody between tractor and machine\n\n' +
        '## Before you reach in\n\n1. Switch the shaft off.\n2. Stop the engine.\n' +
        '3. Take the key out, into your own pocket.\n4. Wait until nothing turns.\n\n' +
        '> A broken guard stops the machine. Lock it, hang up the sign, tell the manager.',
      'A drive shaft between tractor and machine: with its guard, and without it, crossed out.',
    ],
    hu: [
      'Műhely: a forgó tengely',
      '## Miért\n\nA kardántengely másodpercenként 9–16-ot fordul. Gyorsabban kapja el a ruhaujjat, ' +
        'a zsinórt vagy a hosszú hajat, mint ahogy bárki elengedhetné.\n\n{drawing}\n\n' +
        '## Mielőtt forog\n\n- [ ] A burkolat ép, teljes hosszában fedi, és a lánca tartja\n' +
        '- [ ] Nincs laza ruha és zsinór, a haj össze van kötve\n' +
        '- [ ] Senki sincs a traktor és a gép között\n\n## Mielőtt benyúl\n\n1. Kapcsolja ki a tengelyt.\n' +
        '2. Állítsa le a motort.\n3. Vegye ki a kulcsot, és tegye a saját zsebébe.\n' +
        '4. Várja meg, amíg semmi sem forog.\n\n' +
        '> A törött burkolat leállítja a gépet. Zárja le, akassza ki a táblát, szóljon a vezetőnek.',
      'Kardántengely a traktor és a gép között: burkolattal, és anélkül, áthúzva.',
    ],
    de: [
      'Werkstatt: die Welle, die sich dreht',
      '## Warum\n\nEine Gelenkwelle dreht sich neun- bis sechzehnmal in der Sekunde. Sie fasst Ärmel, ' +
        'Kordel oder langes Haar schneller, als irgendwer loslässt.\n\n{drawing}\n\n' +
        '## Bevor sie sich dreht\n\n' +
        '- [ ] Der Schutz ist ganz, über die volle Länge, und hängt an seiner Kette\n' +
        '- [ ] Keine lose Kleidung, Haare gebunden, keine Kordeln\n' +
        '- [ ] Niemand zwischen Traktor und Maschine\n\n## Bevor Sie hineingreifen\n\n' +
        '1. Die Welle ausschalten.\n2. Den Motor abstellen.\n' +
        '3. Den Schlüssel abziehen und in die eigene Tasche stecken.\n' +
        '4. Warten, bis sich nichts mehr dreht.\n\n' +
        '> Ein kaputter Schutz hält die Maschine an. Sperren, Schild anhängen, der Leitung sagen.',
      'Eine Gelenkwelle zwischen Traktor und Maschine: mit Schutz, und ohne, durchgestrichen.',
    ],
    fr: [
      'Atelier : l’arbre qui tourne',
      '## Pourquoi\n\nUn arbre à cardans tourne neuf à seize fois par seconde. Il attrape une manche, un ' +
        'cordon ou des cheveux longs plus vite qu’on ne lâche.\n\n{drawing}\n\n## Avant qu’il tourne\n\n' +
        '- [ ] Le protecteur est entier, sur toute la longueur, tenu par sa chaîne\n' +
        '- [ ] Pas de vêtement ample, cheveux attachés, pas de cordon\n' +
        '- [ ] Personne entre le tracteur et la machine\n\n## Avant d’y mettre la main\n\n' +
        '1. Débrayez l’arbre.\n2. Arrêtez le moteur.\n3. Retirez la clé et gardez-la dans votre poche.\n' +
        '4. Attendez que plus rien ne tourne.\n\n' +
        '> Un protecteur cassé arrête la machine. Verrouillez-la, accrochez le panneau, prévenez le ' +
        'responsable.',
      'Un arbre à cardans entre tracteur et machine : avec son protecteur, et sans, barré.',
    ],
    ar: [
      'الورشة: العمود الدوّار',
      '## لماذا\n\nيدور عمود الحركة من تسع إلى ست عشرة مرة في الثانية. يمسك الكم أو الخيط أو الشعر الطويل ' +
        'أسرع مما يفلته أحد.\n\n{drawing}\n\n## قبل أن يدور\n\n' +
        '- [ ] الغطاء سليم على الطول كله ومثبت بسلسلته\n- [ ] لا ملابس فضفاضة ولا خيوط، والشعر مربوط\n' +
        '- [ ] لا أحد بين الجرار والآلة\n\n## قبل أن تمد يدك\n\n1. أوقف العمود.\n2. أطفئ المحرك.\n' +
        '3. أخرج المفتاح وضعه في جيبك.\n4. انتظر حتى لا يدور شيء.\n\n' +
        '> الغطاء المكسور يوقف الآلة. أقفلها وعلّق اللافتة وأخبر المدير.',
      'عمود حركة بين الجرار والآلة: بغطائه، ودونه وعليه علامة شطب.',
    ],
  },
}

export const areaGuides = [cows, sheep, pigs, poultry, transport, workshop]
