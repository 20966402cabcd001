/** The guides of the demo: short, and in every language of the people who read them. */
import type { GuideCategory } from '#shared/guides/rules.ts'
import type { Locale } from '#shared/lib/language.ts'

type GuideTexts = {
  category: GuideCategory
  mustRead: boolean
  forGuests: boolean
  texts: Record<Locale, [string, string]>
}

export const guideTexts: GuideTexts[] = [
  {
    category: 'emergencies',
    mustRead: true,
    forGuests: false,
    texts: {
      en: [
        'An animal is down',
        '## First look\n\nStay outside its reach. Watch the breathing, the eyes and the legs for one ' +
          'minute before you go in.\n\n' +
          '> If it cannot lift its head, bleeds heavily or breathes with its mouth open, call the vet ' +
          '**now**, before anything else.\n\n## What you do\n\n' +
          '1. Call a colleague. Nobody goes into the pen alone.\n2. Move the other animals away.\n' +
          '3. Give it shade, dry bedding and water within reach.\n' +
          '4. Fill in the daily check for the pen and take a photo.\n\n## What you never do\n\n' +
          '- Pull it by a leg, the tail or the neck\n- Leave it in the sun\n' +
          '- Give a medicine that the vet has not named for it',
      ],
      hu: [
        'Ha egy állat fekszik és nem kel fel',
        '## Első ránézés\n\nMaradjon távolabb, ahol nem éri el. Mielőtt bemegy, egy percig figyelje a ' +
          'légzését, a szemét és a lábait.\n\n' +
          '> Ha nem tudja felemelni a fejét, erősen vérzik, vagy nyitott szájjal lélegzik, **azonnal** hívja ' +
          'az állatorvost, minden más előtt.\n\n## Teendők\n\n' +
          '1. Hívjon egy munkatársat. Egyedül senki sem megy be a rekeszbe.\n2. Terelje el a többi állatot.\n' +
          '3. Adjon neki árnyékot, száraz almot és elérhető vizet.\n' +
          '4. Töltse ki a napi istállóellenőrzést, és készítsen fényképet.\n\n## Amit soha ne tegyen\n\n' +
          '- Ne húzza a lábánál, a farkánál vagy a nyakánál fogva\n- Ne hagyja a napon\n' +
          '- Ne adjon be olyan gyógyszert, amelyet az állatorvos nem neki rendelt',
      ],
      de: [
        'Ein Tier liegt fest',
        '## Der erste Blick\n\n' +
          'Bleiben Sie außer Reichweite. Beobachten Sie eine Minute lang Atmung, Augen und Beine, bevor Sie ' +
          'hineingehen.\n\n> Kann es den Kopf nicht heben, blutet es stark oder atmet es mit offenem Maul, ' +
          'rufen Sie **sofort** die Tierarztpraxis an, vor allem anderen.\n\n## Was zu tun ist\n\n' +
          '1. Rufen Sie jemanden dazu. Niemand geht allein in die Bucht.\n' +
          '2. Treiben Sie die anderen Tiere weg.\n' +
          '3. Sorgen Sie für Schatten, trockene Einstreu und Wasser in Reichweite.\n' +
          '4. Füllen Sie den täglichen Stallrundgang aus und machen Sie ein Foto.\n\n' +
          '## Was Sie nie tun\n\n- An Bein, Schwanz oder Hals ziehen\n- Es in der Sonne liegen lassen\n' +
          '- Ein Arzneimittel geben, das nicht tierärztlich für dieses Tier verordnet ist',
      ],
      fr: [
        'Un animal est couché et ne se relève pas',
        '## Le premier coup d’œil\n\n' +
          'Restez hors de portée. Observez une minute la respiration, les yeux et les pattes avant ' +
          'd’entrer.\n\n> S’il ne lève plus la tête, saigne beaucoup ou respire la bouche ouverte, appelez ' +
          '**tout de suite** le vétérinaire, avant toute autre chose.\n\n## Ce que vous faites\n\n' +
          '1. Appelez un collègue. Personne n’entre seul dans la case.\n2. Éloignez les autres animaux.\n' +
          '3. Donnez-lui de l’ombre, une litière sèche et de l’eau à portée.\n' +
          '4. Remplissez le contrôle quotidien de la case et prenez une photo.\n\n' +
          '## Ce que vous ne faites jamais\n\n- Le tirer par une patte, la queue ou le cou\n' +
          '- Le laisser au soleil\n- Lui donner un médicament que le vétérinaire n’a pas prescrit pour lui',
      ],
      ar: [
        'حيوان ممدّد لا ينهض',
        '## النظرة الأولى\n\nالبقاء بعيدًا عن متناوله، ومراقبة تنفّسه وعينيه وقوائمه دقيقة كاملة قبل الدخول.\n\n' +
          '> إذا عجز عن رفع رأسه أو نزف بشدة أو تنفّس بفم مفتوح، يجب الاتصال بالطبيب البيطري **فورًا** قبل أي شيء ' +
          'آخر.\n\n## المطلوب\n\n1. مناداة زميل. لا يدخل أحد الزريبة وحده.\n2. إبعاد الحيوانات الأخرى.\n3. توفير ' +
          'ظل وفرشة جافة وماء في متناوله.\n4. تعبئة الفحص اليومي للزريبة والتقاط صورة.\n\n## ممنوع\n\n- سحبه من ' +
          'قائمة أو ذيل أو رقبة\n- تركه في الشمس\n- إعطاؤه دواءً لم يصفه له الطبيب البيطري',
      ],
    },
  },
  {
    category: 'hygiene',
    mustRead: true,
    forGuests: true,
    texts: {
      en: [
        'Before you go in to the animals',
        '## Why\n\nIllness comes in on boots, hands and wheels. Two minutes at the door protect every ' +
          'animal behind it.\n\n## At the door\n\n' +
          '- [ ] Nothing from another farm: no boots, no overalls, no tools\n' +
          '- [ ] Boots of this barn are on\n- [ ] Boots are brushed clean and through the foot bath\n' +
          '- [ ] Hands are washed\n\n' +
          '> Were you with animals elsewhere in the last 48 hours? Then tell the manager first and wait.\n\n' +
          '## On the way out\n\nThe same again, in the other order. Overalls stay here.',
      ],
      hu: [
        'Mielőtt bemegy az állatokhoz',
        '## Miért\n\nA betegség csizmán, kézen és keréken jön be. Két perc az ajtónál megvéd minden ' +
          'állatot mögötte.\n\n## Az ajtónál\n\n' +
          '- [ ] Semmi más gazdaságból: se csizma, se overall, se szerszám\n' +
          '- [ ] Az istálló saját csizmája van rajtam\n' +
          '- [ ] A csizmát lekeféltem, és átmentem a lábfertőtlenítőn\n- [ ] Kezet mostam\n\n' +
          '> Járt az elmúlt 48 órában máshol állatok között? Akkor előbb szóljon a vezetőnek, és várjon.\n\n' +
          '## Kifelé\n\nUgyanez, fordított sorrendben. Az overall itt marad.',
      ],
      de: [
        'Bevor Sie zu den Tieren gehen',
        '## Warum\n\nKrankheiten kommen mit Stiefeln, Händen und Rädern herein. Zwei Minuten an der Tür ' +
          'schützen jedes Tier dahinter.\n\n## An der Tür\n\n' +
          '- [ ] Nichts von einem anderen Betrieb: keine Stiefel, kein Overall, kein Werkzeug\n' +
          '- [ ] Stiefel dieses Stalls angezogen\n' +
          '- [ ] Stiefel abgebürstet und durch die Desinfektionswanne gegangen\n- [ ] Hände gewaschen\n\n' +
          '> Waren Sie in den letzten 48 Stunden anderswo bei Tieren? Dann sagen Sie es zuerst der Leitung ' +
          'und warten Sie.\n\n## Beim Hinausgehen\n\n' +
          'Dasselbe in umgekehrter Reihenfolge. Der Overall bleibt hier.',
      ],
      fr: [
        'Avant d’aller auprès des animaux',
        '## Pourquoi\n\nLes maladies entrent par les bottes, les mains et les roues. Deux minutes à la ' +
          'porte protègent tous les animaux derrière.\n\n## À la porte\n\n' +
          '- [ ] Rien d’une autre ferme : ni bottes, ni combinaison, ni outils\n' +
          '- [ ] Les bottes de cette étable sont aux pieds\n' +
          '- [ ] Les bottes sont brossées et passées au pédiluve\n- [ ] Les mains sont lavées\n\n' +
          '> Avez-vous approché d’autres animaux ces dernières 48 heures ? Prévenez d’abord le responsable ' +
          'et attendez.\n\n## En sortant\n\nLa même chose, dans l’ordre inverse. La combinaison reste ici.',
      ],
      ar: [
        'قبل الدخول إلى الحيوانات',
        '## لماذا\n\nتدخل الأمراض عبر الأحذية والأيدي والعجلات. دقيقتان عند الباب تحميان كل حيوان خلفه.\n\n## ' +
          'عند الباب\n\n- [ ] لا شيء من مزرعة أخرى: لا أحذية ولا ملابس عمل ولا أدوات\n- [ ] لبس حذاء هذه الحظيرة\n' +
          '- [ ] تنظيف الحذاء بالفرشاة والمرور بحوض التطهير\n- [ ] غسل اليدين\n\n> من كان بين حيوانات في مكان آخر ' +
          'خلال آخر 48 ساعة يُبلغ المدير أولًا وينتظر.\n\n## عند الخروج\n\nالشيء نفسه بالترتيب المعاكس. تبقى ملابس ' +
          'العمل هنا.',
      ],
    },
  },
  {
    category: 'welfare',
    mustRead: false,
    forGuests: false,
    texts: {
      en: [
        'Water in hot weather',
        '## How much\n\nA milking cow drinks 60 to 100 litres a day, and up to twice that in the heat. A ' +
          'ewe drinks 4 to 10.\n\n## Twice a day\n\n1. Look into every trough: is it full, clean and cool?\n' +
          '2. Press each drinker and count to five. A thin stream is a finding.\n' +
          '3. Watch the door of the barn: animals that crowd there are too hot.\n\n' +
          '> Animals that pant with an open mouth need shade and water at once. Call the manager.',
      ],
      hu: [
        'Itatás melegben',
        '## Mennyit\n\nEgy fejős tehén naponta 60–100 litert iszik, hőségben akár a kétszeresét. Egy ' +
          'anyajuh 4–10 litert.\n\n## Naponta kétszer\n\n' +
          '1. Nézzen bele minden vályúba: tele van, tiszta és hűvös?\n' +
          '2. Nyomja meg mindegyik önitatót, és számoljon ötig. A vékony vízsugár megállapítás.\n' +
          '3. Figyelje az istálló ajtaját: az ott tolongó állatoknak melegük van.\n\n' +
          '> A nyitott szájjal lihegő állatnak azonnal árnyék és víz kell. Hívja a vezetőt.',
      ],
      de: [
        'Wasser bei Hitze',
        '## Wie viel\n\nEine Milchkuh trinkt 60 bis 100 Liter am Tag, bei Hitze bis zum Doppelten. Ein ' +
          'Mutterschaf trinkt 4 bis 10.\n\n## Zweimal am Tag\n\n' +
          '1. Schauen Sie in jeden Trog: voll, sauber und kühl?\n' +
          '2. Drücken Sie jede Tränke und zählen Sie bis fünf. Ein dünner Strahl ist ein Befund.\n' +
          '3. Achten Sie auf die Stalltür: Tiere, die sich dort drängen, haben es zu heiß.\n\n' +
          '> Tiere, die mit offenem Maul hecheln, brauchen sofort Schatten und Wasser. Rufen Sie die Leitung ' +
          'an.',
      ],
      fr: [
        'L’eau par temps chaud',
        '## Combien\n\nUne vache laitière boit 60 à 100 litres par jour, et jusqu’au double par forte ' +
          'chaleur. Une brebis en boit 4 à 10.\n\n## Deux fois par jour\n\n' +
          '1. Regardez dans chaque abreuvoir : plein, propre et frais ?\n' +
          '2. Appuyez sur chaque abreuvoir et comptez jusqu’à cinq. Un mince filet est un constat.\n' +
          '3. Surveillez la porte de l’étable : les animaux qui s’y pressent ont trop chaud.\n\n' +
          '> Un animal qui halète la bouche ouverte a besoin d’ombre et d’eau tout de suite. Appelez le ' +
          'responsable.',
      ],
      ar: [
        'الماء في الطقس الحار',
        '## كم تشرب الحيوانات\n\nتشرب البقرة الحلوب من 60 إلى 100 لتر يوميًا، وقد يبلغ ذلك الضعف في الحر. وتشرب ' +
          'النعجة من 4 إلى 10 لترات.\n\n## مرتين في اليوم\n\n1. النظر في كل حوض: هل هو ممتلئ ونظيف وبارد؟\n2. ضغط ' +
          'كل مشرب والعدّ إلى خمسة. ضعف الماء مشكلة تُسجَّل.\n3. مراقبة باب الحظيرة: الحيوانات المتزاحمة عنده تشعر ' +
          'بالحر.\n\n> الحيوان الذي يلهث بفم مفتوح يحتاج إلى الظل والماء فورًا. يجب الاتصال بالمدير.',
      ],
    },
  },
]
