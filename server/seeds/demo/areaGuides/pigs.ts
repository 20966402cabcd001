import type { AreaGuide } from './areaGuide.ts'
import { drawPigs } from './drawings.ts'

export const pigs: AreaGuide = {
  category: 'welfare',
  name: 'tails.png',
  drawing: drawPigs(),
  texts: {
    en: [
      'Pigs: tails tell first',
      '## Look at the tails\n\nBefore a tail is bitten, it hangs. Look from the passage, twice a day, before you move anything.\n\n{drawing}\n\n## A tail that hangs or is tucked in\n\n1. Give something new to chew at once: straw, rope, fresh wood.\n2. Check water, feed places, draught, heat and the smell of ammonia.\n3. Look again after one hour.\n\n## A tail that bleeds\n\n- Take the bitten pig to the hospital pen\n- Find the one that bites, and take it out too\n- Fill in the daily check with a photo\n\n> Every pig can always reach enough material to root in and chew. An empty rack is a finding.',
      'Two pigs: one with a curled tail, which is well, and one with a hanging tail, which is a warning.',
    ],
    hu: [
      'Sertések: a farok szól először',
      '## Nézze a farkukat\n\nMielőtt megrágják, a farok lelóg. Naponta kétszer nézze a folyosóról, mielőtt bármit megmozdítana.\n\n{drawing}\n\n## Ha a farok lelóg vagy be van húzva\n\n1. Azonnal adjon új rágnivalót: szalmát, kötelet, friss fát.\n2. Ellenőrizze a vizet, az etetőhelyeket, a huzatot, a meleget és az ammóniaszagot.\n3. Egy óra múlva nézze meg újra.\n\n## Ha a farok vérzik\n\n- Vigye a megrágott sertést a betegistállóba\n- Keresse meg, amelyik rág, és azt is vegye ki\n- Töltse ki a napi ellenőrzést, fényképpel\n\n> Minden sertésnek mindig legyen elegendő anyaga túrni és rágni. Az üres rács megállapítás.',
      'Két sertés: az egyik farka kunkorodik, ez jó; a másiké lelóg, ez figyelmeztetés.',
    ],
    de: [
      'Schweine: Der Schwanz warnt zuerst',
      '## Auf die Schwänze schauen\n\nBevor ein Schwanz gebissen wird, hängt er. Sehen Sie zweimal am Tag vom Gang aus hin, bevor Sie etwas bewegen.\n\n{drawing}\n\n## Ein Schwanz hängt oder ist eingezogen\n\n1. Sofort etwas Neues zum Kauen geben: Stroh, Seil, frisches Holz.\n2. Wasser, Fressplätze, Zugluft, Wärme und Ammoniakgeruch prüfen.\n3. Nach einer Stunde wieder hinsehen.\n\n## Ein Schwanz blutet\n\n- Das gebissene Schwein in die Krankenbucht bringen\n- Das Tier, das beißt, finden und auch herausnehmen\n- Die tägliche Kontrolle mit Foto ausfüllen\n\n> Jedes Schwein hat immer genug Material zum Wühlen und Kauen. Eine leere Raufe ist ein Befund.',
      'Zwei Schweine: eines mit Ringelschwanz, dem es gut geht, und eines mit hängendem Schwanz als Warnung.',
    ],
    fr: [
      'Porcs : la queue prévient',
      '## Regarder les queues\n\nAvant d’être mordue, une queue pend. Regardez depuis le couloir, deux fois par jour, avant de rien déplacer.\n\n{drawing}\n\n## Une queue pend ou est rentrée\n\n1. Donnez tout de suite du nouveau à mâcher : paille, corde, bois frais.\n2. Vérifiez l’eau, les places à l’auge, les courants d’air, la chaleur et l’odeur d’ammoniac.\n3. Regardez de nouveau au bout d’une heure.\n\n## Une queue saigne\n\n- Mettez le porc mordu à l’infirmerie\n- Trouvez celui qui mord et retirez-le aussi\n- Remplissez le contrôle du jour avec une photo\n\n> Chaque porc a toujours assez de matériau à fouiller et à mâcher. Un râtelier vide est un constat.',
      'Deux porcs : l’un à la queue en tire-bouchon va bien, l’autre à la queue pendante avertit.',
    ],
    ar: [
      'الخنازير: الذيل يُنذر أولًا',
      '## انظر إلى الذيول\n\nقبل أن يُعض الذيل يتدلى. انظر من الممر مرتين في اليوم قبل أن تحرك شيئًا.\n\n{drawing}\n\n## ذيل متدلٍّ أو مطوي\n\n1. قدّم فورًا شيئًا جديدًا للمضغ: قشًا أو حبلًا أو خشبًا طريًا.\n2. تحقق من الماء وأماكن العلف وتيار الهواء والحرارة ورائحة الأمونيا.\n3. انظر مجددًا بعد ساعة.\n\n## ذيل ينزف\n\n- انقل الخنزير المعضوض إلى حظيرة المرضى\n- ابحث عن الذي يعض وأخرجه أيضًا\n- عبّئ الفحص اليومي مع صورة\n\n> لكل خنزير دائمًا ما يكفي من مادة للنبش والمضغ. الرف الفارغ خلل يُسجَّل.',
      'خنزيران: أحدهما ذيله ملتف وهو بخير، والآخر ذيله متدلٍّ وهذا إنذار.',
    ],
  },
}
