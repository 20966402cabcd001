/**
 * Other words for what a column holds: as herd books, authorities and farms' own tables head them, in five languages.
 * What a field is called on the screens is known without them.
 */

/** By field. Compared without case, accents, blanks and punctuation. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  identifier: [
    ...[
      'ear tag',
      'ear tag number',
      'ear tag no',
      'tag',
      'tag number',
      'animal id',
      'official id',
      'national id',
      'EID',
    ],
    ...['fülszám', 'fülszáma', 'füljelző', 'füljelző száma', 'ENAR', 'ENAR szám', 'ENAR azonosító', 'egyedi azonosító'],
    ...['Ohrmarke', 'Ohrmarkennummer', 'Ohrmarken-Nr.', 'Ohrmarke Nr', 'Lebensnummer', 'LOM', 'Tiernummer', 'Tier-ID'],
    ...['boucle', 'numéro de boucle', 'n° de boucle', 'numéro national', 'n° national', 'n° d’identification', 'IPG'],
    ...['رقم الأذن', 'علامة الأذن', 'رقم علامة الأذن', 'رقم الترقيم', 'رقم الحيوان'],
  ],
  name: [
    ...['animal', 'animal name', 'állat neve', 'megnevezés', 'Tiername', 'Tier', 'Bezeichnung', 'nom de l’animal'],
    ...['désignation', 'اسم الحيوان', 'الحيوان'],
  ],
  species: ['kind of animal', 'animal type', 'állatfaj', 'Tierart', 'Art', 'espèce animale', 'نوع الحيوان', 'النوع'],
  sex: ['gender', 'm/f', 'ivar', 'nem', 'neme', 'Geschlecht', 'sexe', 'جنس الحيوان', 'الجنس'],
  breed: ['race', 'fajta', 'fajtája', 'Rasse', 'race de l’animal', 'السلالة'],
  birth_date: [
    ...['born', 'born on', 'birth', 'birthday', 'birth date', 'DOB', 'született', 'szül.', 'szül. dátum', 'születés'],
    ...['születési idő', 'születés ideje', 'geboren', 'geboren am', 'geb.', 'Geburt', 'Geburtstag', 'Geb.-Datum'],
    ...['né le', 'née le', 'né(e) le', 'naissance', 'date naissance', 'تاريخ الولادة', 'المولد', 'الميلاد'],
  ],
  mother_id: ['dam', 'dam ID', 'anyja', 'anya füljelzője', 'Muttertier', 'Mutter-Nr.', 'mère', 'الأم', 'رقم الأم'],
  father_id: ['sire', 'sire ID', 'bull', 'apja', 'bika', 'Vatertier', 'Vater-Nr.', 'Bulle', 'père', 'الأب', 'رقم الأب'],
  animal_group_id: ['herd', 'lot', 'mob', 'flock', 'csapat', 'állomány', 'Herde', 'Bucht', 'troupeau', 'القطيع'],
  location_id: ['barn', 'pen', 'house', 'place', 'istálló', 'hely', 'telephely', 'Stall', 'Ort', 'bâtiment', 'الحظيرة'],
  head_count: ['heads', 'count', 'number of animals', 'darab', 'db', 'Anzahl', 'Stück', 'Tierzahl', 'nombre', 'العدد'],
  notes: [
    'remarks',
    'comment',
    'comments',
    'megjegyzések',
    'Bemerkung',
    'Bemerkungen',
    'remarque',
    'remarques',
    'تعليق',
  ],
  plate: [
    ...['registration', 'number plate', 'licence plate', 'reg no', 'rendszám', 'forgalmi rendszám', 'Kennzeichen'],
    ...['Kfz-Kennzeichen', 'immatriculation', 'plaque', 'رقم اللوحة', 'لوحة الأرقام'],
  ],
  vin: ['chassis number', 'alvázszám', 'Fahrgestellnummer', 'FIN', 'numéro de châssis', 'رقم الهيكل'],
  make: ['brand', 'manufacturer', 'gyártmány', 'Hersteller', 'marque', 'الشركة المصنعة'],
  model_year: ['year', 'year of manufacture', 'évjárat', 'Baujahr', 'année', 'سنة الصنع'],
}
