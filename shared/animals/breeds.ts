/**
 * Breeds by their names: one that is known is kept under its English name, however it was written, and shown in the
 * reader's language.
 */
import { compareIn } from '../lib/alphabet.ts'
import { type Locale, locales } from '../lib/language.ts'
import { foldWord } from '../lib/searching.ts'
import type { species } from './rules.ts'

/** The languages in the order in which each line of `breedNames` has them. */
const order = ['en', 'hu', 'de', 'fr', 'ar'] as const satisfies readonly Locale[]

type Names = Record<Locale, string>

function namesOf(line: string): Names {
  const [english = '', ...others] = line.split('|')
  return Object.fromEntries(order.map((locale, at) => [locale, (at > 0 && others[at - 1]) || english])) as Names
}

let known: Map<string, Names> | undefined

/** Every breed by each of its names. */
function byWord(): Map<string, Names> {
  known ??= new Map(
    Object.values(breedNames)
      .flat()
      .map(namesOf)
      .flatMap(names => locales.map(locale => [foldWord(names[locale]), names] as const)),
  )
  return known
}

/** Stored name of a breed, from its name in any language; an unknown name stays unchanged. */
export const keptBreed = (text: string): string => byWord().get(foldWord(text))?.en ?? text

/** Name of a breed in a language; an unknown name stays unchanged. */
export const breedIn = (locale: Locale, breed: string): string => byWord().get(foldWord(breed))?.[locale] ?? breed

/** The breeds of a species in a language, in its alphabet. */
export const breedsOf = (kind: (typeof species)[number], locale: Locale): { value: string; label: string }[] =>
  breedNames[kind]
    .map(namesOf)
    .map(names => ({ value: names.en, label: names[locale] }))
    .sort((one, other) => compareIn(locale)(one.label, other.label))

/**
 * Common breeds by species, in English, Hungarian, German, French and Arabic; nothing between two bars means the
 * English name. The choice is ours and has not been compared with an official list such as FAO's DAD-IS.
 */
export const breedNames: Readonly<Record<(typeof species)[number], readonly string[]>> = {
  cattle: [
    'Aberdeen Angus||Angus|Angus|أنغوس',
    'Ayrshire||||آيرشاير',
    'Belgian Blue|Fehér-kék belga|Weißblaue Belgier|Blanc-bleu belge|الأزرق البلجيكي',
    'Blonde d’Aquitaine||||شقراء أكيتان',
    'Brown Swiss|Borzderes|Braunvieh|Brune|براون سويس',
    'Charolais|||Charolaise|شاروليه',
    'Dexter||||دكستر',
    'Galloway||||غالواي',
    'Gelbvieh||||غيلبفيه',
    'Guernsey|||Guernesey|غيرنزي',
    'Hereford||||هيرفورد',
    'Highland|Skót felföldi|Schottisches Hochlandrind||هايلاند',
    'Holstein Friesian|Holstein-fríz|Holstein|Prim’Holstein|هولشتاين',
    'Hungarian Grey|Magyar szürke|Ungarisches Steppenrind|Grise hongroise|الهنغاري الرمادي',
    'Hungarian Simmental|Magyartarka|Ungarisches Fleckvieh|Simmental hongroise|السيمنتال الهنغاري',
    'Jersey|||Jersiaise|جيرسي',
    'Limousin|||Limousine|ليموزين',
    'Montbéliarde||||مونبليار',
    'Normande|Normandiai|||نورماند',
    'Norwegian Red|Norvég vörös|Norwegisches Rotvieh|Rouge norvégienne|النرويجي الأحمر',
    'Piedmontese|Piemonti|Piemonteser|Piémontaise|بييمونتي',
    'Pinzgauer|Pinzgaui|||بينزغاور',
    'Salers||||سالير',
    'Shorthorn||||شورثورن',
    'Simmental|Szimentáli|Fleckvieh||سيمنتال',
    'Swedish Red|Svéd vörös|Schwedisches Rotvieh|Rouge suédoise|السويدي الأحمر',
    'Tarentaise||||تارنتيز',
    'Wagyu||||واغيو',
  ],
  sheep: [
    'Assaf||||عساف',
    'Awassi||||عواسي',
    'Barbarine||||بربرين',
    'Barki||||برقي',
    'Bleu du Maine||||بلو دو مين',
    'Bluefaced Leicester|Kékarcú leicester|||ليستر أزرق الوجه',
    'Border Leicester||||بوردر ليستر',
    'Charollais|||Mouton charollais|شارولي',
    'Cheviot||||شيفيوت',
    'Dorper||||دوربر',
    'Dorset||||دورست',
    'East Friesian|Keletfríz|Ostfriesisches Milchschaf|Frisonne de l’Est|الفريزيان الشرقي',
    'Hampshire Down||||هامبشاير داون',
    'Île-de-France||||إيل دو فرانس',
    'Lacaune||||لاكون',
    'Merino|Merinó|Merinoschaf|Mérinos|ميرينو',
    'Najdi||||نجدي',
    'Ossimi||||أوسيمي',
    'Ouled Djellal||||أولاد جلال',
    'Racka||Zackelschaf||راكا',
    'Rahmani||||رحماني',
    'Romanov||Romanow||رومانوف',
    'Romney||||رومني',
    'Scottish Blackface|Skót feketefejű|||الاسكتلندي أسود الوجه',
    'Suffolk||||سافولك',
    'Swaledale||||سويلديل',
    'Texel||||تكسل',
    'Tsigai|Cigája|Zigaja|Tsigaï|سيغاي',
    'Welsh Mountain|Walesi hegyi|||ويلش ماونتن',
  ],
  goat: [
    'Alpine|Alpesi|||الألبينية',
    'Anglo-Nubian|Anglo-núbiai|Anglo-Nubier|Anglo-nubienne|الأنجلو نوبي',
    'Angora|Angóra|Angoraziege||أنغورا',
    'Boer|Búr|Burenziege||بور',
    'Damascus|Damaszkuszi|Damaskusziege|Damasquine|شامي',
    'Murciano-Granadina||||مورثيانو غرانادينا',
    'Pygmy goat|Törpekecske|Zwergziege|Chèvre naine|الماعز القزم',
    'Saanen|Szánentáli|Saanenziege||سانين',
    'Toggenburg|Toggenburgi|Toggenburger|Toggenbourg|توغنبرغ',
    'Zaraibi||||زرايبي',
  ],
  pig: [
    'Berkshire||||بيركشاير',
    'British Saddleback||||سادلباك',
    'Duroc||||دوروك',
    'Gloucestershire Old Spots|Gloucesteri foltos|||غلوسترشير المرقط',
    'Hampshire||||هامبشاير',
    'Iberian|Ibériai|Iberisches Schwein|Ibérique|الإيبيري',
    'Landrace|Lapály|Landrasse||لاندريس',
    'Large White|Nagy fehér|Edelschwein||لارج وايت',
    'Mangalica||Mangalitza|Mangalitsa|مانغاليتسا',
    'Meishan||||ميشان',
    'Piétrain||||بيتران',
    'Swabian-Hall|Sváb-hallei|Schwäbisch-Hällisches|Porc de Schwäbisch Hall|شفيبش هال',
    'Tamworth||||تامورث',
  ],
  horse: [
    'Arabian|Arab telivér|Vollblutaraber|Pur-sang arabe|عربي أصيل',
    'Barb|Berber|Berber|Barbe|بربري',
    'Friesian|Fríz|Friese|Frison|فريزيان',
    'Gidran|Gidrán|||غيدران',
    'Haflinger|Haflingi|||هافلينغر',
    'Hanoverian|Hannoveri|Hannoveraner|Hanovrien|هانوفر',
    'Hucul||Huzule|Houtsoul|هوتسول',
    'Icelandic|Izlandi|Islandpferd|Islandais|آيسلندي',
    'Kisber|Kisbéri félvér|Kisbérer|Kisbéri|كيشبر',
    'Lipizzan|Lipicai|Lipizzaner||ليبيزان',
    'Nonius|Nóniusz|||نونيوس',
    'Percheron||||بيرشيرون',
    'Shetland pony|Shetlandi póni|Shetlandpony|Shetland|شتلاند',
    'Shire||||شاير',
    'Standardbred|Amerikai ügető||Trotteur américain|ستاندردبرد',
    'Thoroughbred|Angol telivér|Englisches Vollblut|Pur-sang anglais|ثوروبريد',
    'Trakehner|Trakehneni|||تراكينر',
  ],
  chicken: [
    'Baladi||||بلدي',
    'Bovans Brown||||بوفانز براون',
    'Cobb 500||||كوب 500',
    'Dekalb White||||ديكالب وايت',
    'Fayoumi||||فيومي',
    'Hubbard||||هبرد',
    'Hungarian Yellow|Sárga magyar|Gelbes Ungarisches Huhn|Jaune hongroise|الهنغاري الأصفر',
    'Hy-Line Brown||||هاي لاين براون',
    'ISA Brown||||إيزا براون',
    'Leghorn||||ليغهورن',
    'Lohmann Brown||||لوهمان براون',
    'Lohmann LSL||||لوهمان LSL',
    'Marans||||ماران',
    'New Hampshire||||نيو هامبشاير',
    'Orpington||||أوربينغتون',
    'Plymouth Rock||||بليموث روك',
    'Rhode Island Red|Vörös rhode island|Rhodeländer|Rhode-Island|رود آيلاند الأحمر',
    'Ross 308||||روس 308',
    'Sussex||||ساسكس',
    'Tetra SL||||تيترا SL',
    'Transylvanian Naked Neck|Erdélyi kopasznyakú|Siebenbürger Nackthals|Cou-nu de Transylvanie|عاري الرقبة',
    'Wyandotte||||ويندوت',
  ],
  turkey: [
    'Broad Breasted White|Széles mellű fehér|Weiße Breitbrustpute|Blanc à large poitrine|الأبيض عريض الصدر',
    'Bronze|Bronzpulyka|Bronzepute|Dindon bronzé|البرونزي',
    'BUT Big 6||||بي يو تي بيغ 6',
    'Nicholas||||نيكولاس',
  ],
  duck: [
    'Indian Runner|Indiai futókacsa|Laufente|Coureur indien|الهندي العداء',
    'Khaki Campbell||||كاكي كامبل',
    'Mulard||Mulardente||مولار',
    'Muscovy|Pézsmakacsa|Flugente|Canard de Barbarie|المسكوفي',
    'Pekin|Pekingi|Pekingente|Pékin|بكيني',
    'Rouen|Roueni|Rouenente||روان',
  ],
  goose: [
    'Embden|Emdeni|Emdener Gans|Oie d’Emden|إمدن',
    'Hungarian goose|Magyar lúd|Ungarische Gans|Oie hongroise|الإوز الهنغاري',
    'Landes|Landesi|Landes-Gans|Oie des Landes|لاند',
    'Pomeranian|Pomerániai|Pommerngans|Oie de Poméranie|بوميرانيا',
    'Toulouse|Toulousi|Toulouser Gans|Oie de Toulouse|تولوز',
  ],
  rabbit: [
    'Angora rabbit|Angóranyúl|Angorakaninchen|Lapin angora|أرنب أنغورا',
    'Californian|Kaliforniai|Kalifornier|Californien|كاليفورنيا',
    'Chinchilla|Csincsilla|||شنشيلا',
    'Flemish Giant|Belga óriás|Belgischer Riese|Géant des Flandres|العملاق الفلمنكي',
    'New Zealand White|Új-zélandi fehér|Weißer Neuseeländer|Néo-zélandais blanc|النيوزيلندي الأبيض',
    'Pannon White|Pannon fehér|Pannon-Weiß|Blanc de Pannonie|بانون الأبيض',
    'Rex||||ركس',
  ],
  deer: [
    'Fallow deer|Dámszarvas|Damhirsch|Daim|الأيل الأسمر',
    'Red deer|Gímszarvas|Rothirsch|Cerf élaphe|الأيل الأحمر',
    'Reindeer|Rénszarvas|Rentier|Renne|الرنة',
    'Sika|Szika|Sikahirsch|Cerf sika|سيكا',
  ],
  buffalo: [
    'Egyptian|Egyiptomi|Ägyptischer Büffel|Égyptien|المصري',
    'Mediterranean|Mediterrán|Mittelmeerbüffel|Méditerranéen|المتوسطي',
    'Murrah||||مراح',
    'Nili-Ravi||||نيلي رافي',
  ],
  dog: [
    'Anatolian Shepherd|Anatóliai juhászkutya|Anatolischer Hirtenhund|Berger d’Anatolie|راعي الأناضول',
    'Australian Shepherd|Ausztrál juhászkutya||Berger australien|الراعي الأسترالي',
    'Beauceron||||بوسرون',
    'Border Collie||||بوردر كولي',
    'German Shepherd|Németjuhász|Deutscher Schäferhund|Berger allemand|الراعي الألماني',
    'Kelpie||||كيلبي',
    'Komondor||||كوموندور',
    'Kuvasz||||كوفاس',
    'Labrador Retriever||||لابرادور',
    'Mudi||||مودي',
    'Puli||||بولي',
    'Pumi||||بومي',
    'Pyrenean Mountain Dog|Pireneusi hegyikutya|Pyrenäenberghund|Montagne des Pyrénées|كلب جبال البيرينيه',
  ],
  other: [],
}
