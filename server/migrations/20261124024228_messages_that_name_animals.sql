-- The messages that name something (server/lib/db/searchIds.ts): as the wall's owner, in the company of the connection alone, and there only in
-- the places that are named. By the index come those that have the words of a name; of these the ones stay in which it stands as a whole.
CREATE FUNCTION naming_ids(names text[], places int[], since int[], until timestamptz, most int) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_catalog SET enable_seqscan = off AS $$
declare
  company int := nullif(current_setting('app.company_id', true), '')::int;
  asked tsquery;
  here tsquery;
  whole text;
begin
  if company is null then return; end if;
  -- Of each name its longest word: signs between the parts of a mark are read in many ways.
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' | ')::tsquery into asked from (
    select distinct on (at) word from unnest(names) with ordinality as n (name, at),
      unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', fold(name)))) word
    where word <> '' order by at, length(word) desc, word) longest;
  select string_agg(quote_literal('conversation:' || place), ' | ')::tsquery into here from unnest(places) place;
  if asked is null or here is null then return; end if;
  select '(^|[^[:alnum:]]|(?=/))(' || string_agg(replace(
    regexp_replace(regexp_replace(fold(name), '[\s.-]+', '-', 'g'), '([][\\*+?(){}|^$])', '\\\1', 'g'), '-', '[\s.-]*'), '|') || ')' into whole
  from unnest(names) name where to_tsvector('pg_catalog.simple', fold(name)) <> '';
  return query
    select found.id from (
      select m.id, m.conversation_id, fold(m.message_text) as said, m.locale from messages m
      where m.words @@ (asked && here) and m.company_id = company and m.deleted_at is null and m.kind = 'message'
        and (until is null or m.created_at <= until) offset 0) found
    join unnest(places, since) as p (place, since_id) on p.place = found.conversation_id and found.id > p.since_id
    where said ~ (whole || case when found.locale = 'hu' then '[[:alpha:]]{0,6}' else '' end || '([^[:alnum:]]|$)')
    order by found.id desc limit most;
end
$$;
--> statement-breakpoint
-- Breeds that were typed before there was a list of them are kept as it has them, so that they are found by it.
UPDATE animals SET breed = known.kept FROM (VALUES
  ('Aberdeen Angus', 'Aberdeen Angus'), ('Angus', 'Aberdeen Angus'), ('أنغوس', 'Aberdeen Angus'), ('Ayrshire', 'Ayrshire'), ('آيرشاير', 'Ayrshire'),
  ('Belgian Blue', 'Belgian Blue'), ('Fehér-kék belga', 'Belgian Blue'), ('Weißblaue Belgier', 'Belgian Blue'), ('Blanc-bleu belge', 'Belgian Blue'),
  ('الأزرق البلجيكي', 'Belgian Blue'), ('Blonde d’Aquitaine', 'Blonde d’Aquitaine'), ('شقراء أكيتان', 'Blonde d’Aquitaine'),
  ('Brown Swiss', 'Brown Swiss'), ('Borzderes', 'Brown Swiss'), ('Braunvieh', 'Brown Swiss'), ('Brune', 'Brown Swiss'), ('براون سويس', 'Brown Swiss'),
  ('Charolais', 'Charolais'), ('Charolaise', 'Charolais'), ('شاروليه', 'Charolais'), ('Dexter', 'Dexter'), ('دكستر', 'Dexter'),
  ('Galloway', 'Galloway'), ('غالواي', 'Galloway'), ('Gelbvieh', 'Gelbvieh'), ('غيلبفيه', 'Gelbvieh'), ('Guernsey', 'Guernsey'),
  ('Guernesey', 'Guernsey'), ('غيرنزي', 'Guernsey'), ('Hereford', 'Hereford'), ('هيرفورد', 'Hereford'), ('Highland', 'Highland'),
  ('Skót felföldi', 'Highland'), ('Schottisches Hochlandrind', 'Highland'), ('هايلاند', 'Highland'), ('Holstein Friesian', 'Holstein Friesian'),
  ('Holstein-fríz', 'Holstein Friesian'), ('Holstein', 'Holstein Friesian'), ('Prim’Holstein', 'Holstein Friesian'),
  ('هولشتاين', 'Holstein Friesian'), ('Hungarian Grey', 'Hungarian Grey'), ('Magyar szürke', 'Hungarian Grey'),
  ('Ungarisches Steppenrind', 'Hungarian Grey'), ('Grise hongroise', 'Hungarian Grey'), ('الهنغاري الرمادي', 'Hungarian Grey'),
  ('Hungarian Simmental', 'Hungarian Simmental'), ('Magyartarka', 'Hungarian Simmental'), ('Ungarisches Fleckvieh', 'Hungarian Simmental'),
  ('Simmental hongroise', 'Hungarian Simmental'), ('السيمنتال الهنغاري', 'Hungarian Simmental'), ('Jersey', 'Jersey'), ('Jersiaise', 'Jersey'),
  ('جيرسي', 'Jersey'), ('Limousin', 'Limousin'), ('Limousine', 'Limousin'), ('ليموزين', 'Limousin'), ('Montbéliarde', 'Montbéliarde'),
  ('مونبليار', 'Montbéliarde'), ('Normande', 'Normande'), ('Normandiai', 'Normande'), ('نورماند', 'Normande'), ('Norwegian Red', 'Norwegian Red'),
  ('Norvég vörös', 'Norwegian Red'), ('Norwegisches Rotvieh', 'Norwegian Red'), ('Rouge norvégienne', 'Norwegian Red'),
  ('النرويجي الأحمر', 'Norwegian Red'), ('Piedmontese', 'Piedmontese'), ('Piemonti', 'Piedmontese'), ('Piemonteser', 'Piedmontese'),
  ('Piémontaise', 'Piedmontese'), ('بييمونتي', 'Piedmontese'), ('Pinzgauer', 'Pinzgauer'), ('Pinzgaui', 'Pinzgauer'), ('بينزغاور', 'Pinzgauer'),
  ('Salers', 'Salers'), ('سالير', 'Salers'), ('Shorthorn', 'Shorthorn'), ('شورثورن', 'Shorthorn'), ('Simmental', 'Simmental'),
  ('Szimentáli', 'Simmental'), ('Fleckvieh', 'Simmental'), ('سيمنتال', 'Simmental'), ('Swedish Red', 'Swedish Red'), ('Svéd vörös', 'Swedish Red'),
  ('Schwedisches Rotvieh', 'Swedish Red'), ('Rouge suédoise', 'Swedish Red'), ('السويدي الأحمر', 'Swedish Red'), ('Tarentaise', 'Tarentaise'),
  ('تارنتيز', 'Tarentaise'), ('Wagyu', 'Wagyu'), ('واغيو', 'Wagyu'), ('Assaf', 'Assaf'), ('عساف', 'Assaf'), ('Awassi', 'Awassi'), ('عواسي', 'Awassi'),
  ('Barbarine', 'Barbarine'), ('بربرين', 'Barbarine'), ('Barki', 'Barki'), ('برقي', 'Barki'), ('Bleu du Maine', 'Bleu du Maine'),
  ('بلو دو مين', 'Bleu du Maine'), ('Bluefaced Leicester', 'Bluefaced Leicester'), ('Kékarcú leicester', 'Bluefaced Leicester'),
  ('ليستر أزرق الوجه', 'Bluefaced Leicester'), ('Border Leicester', 'Border Leicester'), ('بوردر ليستر', 'Border Leicester'),
  ('Charollais', 'Charollais'), ('Mouton charollais', 'Charollais'), ('شارولي', 'Charollais'), ('Cheviot', 'Cheviot'), ('شيفيوت', 'Cheviot'),
  ('Dorper', 'Dorper'), ('دوربر', 'Dorper'), ('Dorset', 'Dorset'), ('دورست', 'Dorset'), ('East Friesian', 'East Friesian'),
  ('Keletfríz', 'East Friesian'), ('Ostfriesisches Milchschaf', 'East Friesian'), ('Frisonne de l’Est', 'East Friesian'),
  ('الفريزيان الشرقي', 'East Friesian'), ('Hampshire Down', 'Hampshire Down'), ('هامبشاير داون', 'Hampshire Down'),
  ('Île-de-France', 'Île-de-France'), ('إيل دو فرانس', 'Île-de-France'), ('Lacaune', 'Lacaune'), ('لاكون', 'Lacaune'), ('Merino', 'Merino'),
  ('Merinó', 'Merino'), ('Merinoschaf', 'Merino'), ('Mérinos', 'Merino'), ('ميرينو', 'Merino'), ('Najdi', 'Najdi'), ('نجدي', 'Najdi'),
  ('Ossimi', 'Ossimi'), ('أوسيمي', 'Ossimi'), ('Ouled Djellal', 'Ouled Djellal'), ('أولاد جلال', 'Ouled Djellal'), ('Racka', 'Racka'),
  ('Zackelschaf', 'Racka'), ('راكا', 'Racka'), ('Rahmani', 'Rahmani'), ('رحماني', 'Rahmani'), ('Romanov', 'Romanov'), ('Romanow', 'Romanov'),
  ('رومانوف', 'Romanov'), ('Romney', 'Romney'), ('رومني', 'Romney'), ('Scottish Blackface', 'Scottish Blackface'),
  ('Skót feketefejű', 'Scottish Blackface'), ('الاسكتلندي أسود الوجه', 'Scottish Blackface'), ('Suffolk', 'Suffolk'), ('سافولك', 'Suffolk'),
  ('Swaledale', 'Swaledale'), ('سويلديل', 'Swaledale'), ('Texel', 'Texel'), ('تكسل', 'Texel'), ('Tsigai', 'Tsigai'), ('Cigája', 'Tsigai'),
  ('Zigaja', 'Tsigai'), ('Tsigaï', 'Tsigai'), ('سيغاي', 'Tsigai'), ('Welsh Mountain', 'Welsh Mountain'), ('Walesi hegyi', 'Welsh Mountain'),
  ('ويلش ماونتن', 'Welsh Mountain'), ('Alpine', 'Alpine'), ('Alpesi', 'Alpine'), ('الألبينية', 'Alpine'), ('Anglo-Nubian', 'Anglo-Nubian'),
  ('Anglo-núbiai', 'Anglo-Nubian'), ('Anglo-Nubier', 'Anglo-Nubian'), ('Anglo-nubienne', 'Anglo-Nubian'), ('الأنجلو نوبي', 'Anglo-Nubian'),
  ('Angora', 'Angora'), ('Angóra', 'Angora'), ('Angoraziege', 'Angora'), ('أنغورا', 'Angora'), ('Boer', 'Boer'), ('Búr', 'Boer'),
  ('Burenziege', 'Boer'), ('بور', 'Boer'), ('Damascus', 'Damascus'), ('Damaszkuszi', 'Damascus'), ('Damaskusziege', 'Damascus'),
  ('Damasquine', 'Damascus'), ('شامي', 'Damascus'), ('Murciano-Granadina', 'Murciano-Granadina'), ('مورثيانو غرانادينا', 'Murciano-Granadina'),
  ('Pygmy goat', 'Pygmy goat'), ('Törpekecske', 'Pygmy goat'), ('Zwergziege', 'Pygmy goat'), ('Chèvre naine', 'Pygmy goat'),
  ('الماعز القزم', 'Pygmy goat'), ('Saanen', 'Saanen'), ('Szánentáli', 'Saanen'), ('Saanenziege', 'Saanen'), ('سانين', 'Saanen'),
  ('Toggenburg', 'Toggenburg'), ('Toggenburgi', 'Toggenburg'), ('Toggenburger', 'Toggenburg'), ('Toggenbourg', 'Toggenburg'),
  ('توغنبرغ', 'Toggenburg'), ('Zaraibi', 'Zaraibi'), ('زرايبي', 'Zaraibi'), ('Berkshire', 'Berkshire'), ('بيركشاير', 'Berkshire'),
  ('British Saddleback', 'British Saddleback'), ('سادلباك', 'British Saddleback'), ('Duroc', 'Duroc'), ('دوروك', 'Duroc'),
  ('Gloucestershire Old Spots', 'Gloucestershire Old Spots'), ('Gloucesteri foltos', 'Gloucestershire Old Spots'),
  ('غلوسترشير المرقط', 'Gloucestershire Old Spots'), ('Hampshire', 'Hampshire'), ('هامبشاير', 'Hampshire'), ('Iberian', 'Iberian'),
  ('Ibériai', 'Iberian'), ('Iberisches Schwein', 'Iberian'), ('Ibérique', 'Iberian'), ('الإيبيري', 'Iberian'), ('Landrace', 'Landrace'),
  ('Lapály', 'Landrace'), ('Landrasse', 'Landrace'), ('لاندريس', 'Landrace'), ('Large White', 'Large White'), ('Nagy fehér', 'Large White'),
  ('Edelschwein', 'Large White'), ('لارج وايت', 'Large White'), ('Mangalica', 'Mangalica'), ('Mangalitza', 'Mangalica'), ('Mangalitsa', 'Mangalica'),
  ('مانغاليتسا', 'Mangalica'), ('Meishan', 'Meishan'), ('ميشان', 'Meishan'), ('Piétrain', 'Piétrain'), ('بيتران', 'Piétrain'),
  ('Swabian-Hall', 'Swabian-Hall'), ('Sváb-hallei', 'Swabian-Hall'), ('Schwäbisch-Hällisches', 'Swabian-Hall'),
  ('Porc de Schwäbisch Hall', 'Swabian-Hall'), ('شفيبش هال', 'Swabian-Hall'), ('Tamworth', 'Tamworth'), ('تامورث', 'Tamworth'),
  ('Arabian', 'Arabian'), ('Arab telivér', 'Arabian'), ('Vollblutaraber', 'Arabian'), ('Pur-sang arabe', 'Arabian'), ('عربي أصيل', 'Arabian'),
  ('Barb', 'Barb'), ('Berber', 'Barb'), ('Barbe', 'Barb'), ('بربري', 'Barb'), ('Friesian', 'Friesian'), ('Fríz', 'Friesian'), ('Friese', 'Friesian'),
  ('Frison', 'Friesian'), ('فريزيان', 'Friesian'), ('Gidran', 'Gidran'), ('Gidrán', 'Gidran'), ('غيدران', 'Gidran'), ('Haflinger', 'Haflinger'),
  ('Haflingi', 'Haflinger'), ('هافلينغر', 'Haflinger'), ('Hanoverian', 'Hanoverian'), ('Hannoveri', 'Hanoverian'), ('Hannoveraner', 'Hanoverian'),
  ('Hanovrien', 'Hanoverian'), ('هانوفر', 'Hanoverian'), ('Hucul', 'Hucul'), ('Huzule', 'Hucul'), ('Houtsoul', 'Hucul'), ('هوتسول', 'Hucul'),
  ('Icelandic', 'Icelandic'), ('Izlandi', 'Icelandic'), ('Islandpferd', 'Icelandic'), ('Islandais', 'Icelandic'), ('آيسلندي', 'Icelandic'),
  ('Kisber', 'Kisber'), ('Kisbéri félvér', 'Kisber'), ('Kisbérer', 'Kisber'), ('Kisbéri', 'Kisber'), ('كيشبر', 'Kisber'), ('Lipizzan', 'Lipizzan'),
  ('Lipicai', 'Lipizzan'), ('Lipizzaner', 'Lipizzan'), ('ليبيزان', 'Lipizzan'), ('Nonius', 'Nonius'), ('Nóniusz', 'Nonius'), ('نونيوس', 'Nonius'),
  ('Percheron', 'Percheron'), ('بيرشيرون', 'Percheron'), ('Shetland pony', 'Shetland pony'), ('Shetlandi póni', 'Shetland pony'),
  ('Shetlandpony', 'Shetland pony'), ('Shetland', 'Shetland pony'), ('شتلاند', 'Shetland pony'), ('Shire', 'Shire'), ('شاير', 'Shire'),
  ('Standardbred', 'Standardbred'), ('Amerikai ügető', 'Standardbred'), ('Trotteur américain', 'Standardbred'), ('ستاندردبرد', 'Standardbred'),
  ('Thoroughbred', 'Thoroughbred'), ('Angol telivér', 'Thoroughbred'), ('Englisches Vollblut', 'Thoroughbred'), ('Pur-sang anglais', 'Thoroughbred'),
  ('ثوروبريد', 'Thoroughbred'), ('Trakehner', 'Trakehner'), ('Trakehneni', 'Trakehner'), ('تراكينر', 'Trakehner'), ('Baladi', 'Baladi'),
  ('بلدي', 'Baladi'), ('Bovans Brown', 'Bovans Brown'), ('بوفانز براون', 'Bovans Brown'), ('Cobb 500', 'Cobb 500'), ('كوب 500', 'Cobb 500'),
  ('Dekalb White', 'Dekalb White'), ('ديكالب وايت', 'Dekalb White'), ('Fayoumi', 'Fayoumi'), ('فيومي', 'Fayoumi'), ('Hubbard', 'Hubbard'),
  ('هبرد', 'Hubbard'), ('Hungarian Yellow', 'Hungarian Yellow'), ('Sárga magyar', 'Hungarian Yellow'),
  ('Gelbes Ungarisches Huhn', 'Hungarian Yellow'), ('Jaune hongroise', 'Hungarian Yellow'), ('الهنغاري الأصفر', 'Hungarian Yellow'),
  ('Hy-Line Brown', 'Hy-Line Brown'), ('هاي لاين براون', 'Hy-Line Brown'), ('ISA Brown', 'ISA Brown'), ('إيزا براون', 'ISA Brown'),
  ('Leghorn', 'Leghorn'), ('ليغهورن', 'Leghorn'), ('Lohmann Brown', 'Lohmann Brown'), ('لوهمان براون', 'Lohmann Brown'),
  ('Lohmann LSL', 'Lohmann LSL'), ('لوهمان LSL', 'Lohmann LSL'), ('Marans', 'Marans'), ('ماران', 'Marans'), ('New Hampshire', 'New Hampshire'),
  ('نيو هامبشاير', 'New Hampshire'), ('Orpington', 'Orpington'), ('أوربينغتون', 'Orpington'), ('Plymouth Rock', 'Plymouth Rock'),
  ('بليموث روك', 'Plymouth Rock'), ('Rhode Island Red', 'Rhode Island Red'), ('Vörös rhode island', 'Rhode Island Red'),
  ('Rhodeländer', 'Rhode Island Red'), ('Rhode-Island', 'Rhode Island Red'), ('رود آيلاند الأحمر', 'Rhode Island Red'), ('Ross 308', 'Ross 308'),
  ('روس 308', 'Ross 308'), ('Sussex', 'Sussex'), ('ساسكس', 'Sussex'), ('Tetra SL', 'Tetra SL'), ('تيترا SL', 'Tetra SL'),
  ('Transylvanian Naked Neck', 'Transylvanian Naked Neck'), ('Erdélyi kopasznyakú', 'Transylvanian Naked Neck'),
  ('Siebenbürger Nackthals', 'Transylvanian Naked Neck'), ('Cou-nu de Transylvanie', 'Transylvanian Naked Neck'),
  ('عاري الرقبة', 'Transylvanian Naked Neck'), ('Wyandotte', 'Wyandotte'), ('ويندوت', 'Wyandotte'), ('Broad Breasted White', 'Broad Breasted White'),
  ('Széles mellű fehér', 'Broad Breasted White'), ('Weiße Breitbrustpute', 'Broad Breasted White'),
  ('Blanc à large poitrine', 'Broad Breasted White'), ('الأبيض عريض الصدر', 'Broad Breasted White'), ('Bronze', 'Bronze'), ('Bronzpulyka', 'Bronze'),
  ('Bronzepute', 'Bronze'), ('Dindon bronzé', 'Bronze'), ('البرونزي', 'Bronze'), ('BUT Big 6', 'BUT Big 6'), ('بي يو تي بيغ 6', 'BUT Big 6'),
  ('Nicholas', 'Nicholas'), ('نيكولاس', 'Nicholas'), ('Indian Runner', 'Indian Runner'), ('Indiai futókacsa', 'Indian Runner'),
  ('Laufente', 'Indian Runner'), ('Coureur indien', 'Indian Runner'), ('الهندي العداء', 'Indian Runner'), ('Khaki Campbell', 'Khaki Campbell'),
  ('كاكي كامبل', 'Khaki Campbell'), ('Mulard', 'Mulard'), ('Mulardente', 'Mulard'), ('مولار', 'Mulard'), ('Muscovy', 'Muscovy'),
  ('Pézsmakacsa', 'Muscovy'), ('Flugente', 'Muscovy'), ('Canard de Barbarie', 'Muscovy'), ('المسكوفي', 'Muscovy'), ('Pekin', 'Pekin'),
  ('Pekingi', 'Pekin'), ('Pekingente', 'Pekin'), ('Pékin', 'Pekin'), ('بكيني', 'Pekin'), ('Rouen', 'Rouen'), ('Roueni', 'Rouen'),
  ('Rouenente', 'Rouen'), ('روان', 'Rouen'), ('Embden', 'Embden'), ('Emdeni', 'Embden'), ('Emdener Gans', 'Embden'), ('Oie d’Emden', 'Embden'),
  ('إمدن', 'Embden'), ('Hungarian goose', 'Hungarian goose'), ('Magyar lúd', 'Hungarian goose'), ('Ungarische Gans', 'Hungarian goose'),
  ('Oie hongroise', 'Hungarian goose'), ('الإوز الهنغاري', 'Hungarian goose'), ('Landes', 'Landes'), ('Landesi', 'Landes'), ('Landes-Gans', 'Landes'),
  ('Oie des Landes', 'Landes'), ('لاند', 'Landes'), ('Pomeranian', 'Pomeranian'), ('Pomerániai', 'Pomeranian'), ('Pommerngans', 'Pomeranian'),
  ('Oie de Poméranie', 'Pomeranian'), ('بوميرانيا', 'Pomeranian'), ('Toulouse', 'Toulouse'), ('Toulousi', 'Toulouse'), ('Toulouser Gans', 'Toulouse'),
  ('Oie de Toulouse', 'Toulouse'), ('تولوز', 'Toulouse'), ('Angora rabbit', 'Angora rabbit'), ('Angóranyúl', 'Angora rabbit'),
  ('Angorakaninchen', 'Angora rabbit'), ('Lapin angora', 'Angora rabbit'), ('أرنب أنغورا', 'Angora rabbit'), ('Californian', 'Californian'),
  ('Kaliforniai', 'Californian'), ('Kalifornier', 'Californian'), ('Californien', 'Californian'), ('كاليفورنيا', 'Californian'),
  ('Chinchilla', 'Chinchilla'), ('Csincsilla', 'Chinchilla'), ('شنشيلا', 'Chinchilla'), ('Flemish Giant', 'Flemish Giant'),
  ('Belga óriás', 'Flemish Giant'), ('Belgischer Riese', 'Flemish Giant'), ('Géant des Flandres', 'Flemish Giant'),
  ('العملاق الفلمنكي', 'Flemish Giant'), ('New Zealand White', 'New Zealand White'), ('Új-zélandi fehér', 'New Zealand White'),
  ('Weißer Neuseeländer', 'New Zealand White'), ('Néo-zélandais blanc', 'New Zealand White'), ('النيوزيلندي الأبيض', 'New Zealand White'),
  ('Pannon White', 'Pannon White'), ('Pannon fehér', 'Pannon White'), ('Pannon-Weiß', 'Pannon White'), ('Blanc de Pannonie', 'Pannon White'),
  ('بانون الأبيض', 'Pannon White'), ('Rex', 'Rex'), ('ركس', 'Rex'), ('Fallow deer', 'Fallow deer'), ('Dámszarvas', 'Fallow deer'),
  ('Damhirsch', 'Fallow deer'), ('Daim', 'Fallow deer'), ('الأيل الأسمر', 'Fallow deer'), ('Red deer', 'Red deer'), ('Gímszarvas', 'Red deer'),
  ('Rothirsch', 'Red deer'), ('Cerf élaphe', 'Red deer'), ('الأيل الأحمر', 'Red deer'), ('Reindeer', 'Reindeer'), ('Rénszarvas', 'Reindeer'),
  ('Rentier', 'Reindeer'), ('Renne', 'Reindeer'), ('الرنة', 'Reindeer'), ('Sika', 'Sika'), ('Szika', 'Sika'), ('Sikahirsch', 'Sika'),
  ('Cerf sika', 'Sika'), ('سيكا', 'Sika'), ('Egyptian', 'Egyptian'), ('Egyiptomi', 'Egyptian'), ('Ägyptischer Büffel', 'Egyptian'),
  ('Égyptien', 'Egyptian'), ('المصري', 'Egyptian'), ('Mediterranean', 'Mediterranean'), ('Mediterrán', 'Mediterranean'),
  ('Mittelmeerbüffel', 'Mediterranean'), ('Méditerranéen', 'Mediterranean'), ('المتوسطي', 'Mediterranean'), ('Murrah', 'Murrah'), ('مراح', 'Murrah'),
  ('Nili-Ravi', 'Nili-Ravi'), ('نيلي رافي', 'Nili-Ravi'), ('Anatolian Shepherd', 'Anatolian Shepherd'),
  ('Anatóliai juhászkutya', 'Anatolian Shepherd'), ('Anatolischer Hirtenhund', 'Anatolian Shepherd'), ('Berger d’Anatolie', 'Anatolian Shepherd'),
  ('راعي الأناضول', 'Anatolian Shepherd'), ('Australian Shepherd', 'Australian Shepherd'), ('Ausztrál juhászkutya', 'Australian Shepherd'),
  ('Berger australien', 'Australian Shepherd'), ('الراعي الأسترالي', 'Australian Shepherd'), ('Beauceron', 'Beauceron'), ('بوسرون', 'Beauceron'),
  ('Border Collie', 'Border Collie'), ('بوردر كولي', 'Border Collie'), ('German Shepherd', 'German Shepherd'), ('Németjuhász', 'German Shepherd'),
  ('Deutscher Schäferhund', 'German Shepherd'), ('Berger allemand', 'German Shepherd'), ('الراعي الألماني', 'German Shepherd'), ('Kelpie', 'Kelpie'),
  ('كلبي', 'Kelpie'), ('Komondor', 'Komondor'), ('كوموندور', 'Komondor'), ('Kuvasz', 'Kuvasz'), ('كوفاس', 'Kuvasz'),
  ('Labrador Retriever', 'Labrador Retriever'), ('لابرادور', 'Labrador Retriever'), ('Mudi', 'Mudi'), ('مودي', 'Mudi'), ('Puli', 'Puli'),
  ('بولي', 'Puli'), ('Pumi', 'Pumi'), ('بومي', 'Pumi'), ('Pyrenean Mountain Dog', 'Pyrenean Mountain Dog'),
  ('Pireneusi hegyikutya', 'Pyrenean Mountain Dog'), ('Pyrenäenberghund', 'Pyrenean Mountain Dog'),
  ('Montagne des Pyrénées', 'Pyrenean Mountain Dog'), ('كلب جبال البيرينيه', 'Pyrenean Mountain Dog')
) AS known (called, kept) WHERE fold(trim(breed)) = fold(called) AND breed <> kept;
