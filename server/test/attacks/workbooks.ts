/** Workbooks that are small and take long, written by hand: no spreadsheet program makes them. */
import { strToU8, zipSync } from 'fflate'

const relations = (targets: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      (target, index) =>
        `<Relationship Id="r${index}" ` +
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" ' +
        `Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const worksheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'

/** As many sheets as named, which are as many parts of the file, or all the same one. */
export function workbookOfSheets(names: string[], { areOne, rows = 50 }: { areOne: boolean; rows?: number }): Buffer {
  const targets = areOne ? ['worksheets/sheet1.xml'] : names.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>type</t></is></c><c r="B${number}" ` +
    't="inlineStr"><is><t>name</t></is></c></row>'
  const sheet = strToU8(
    '<worksheet ' +
      'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' +
      `${Array.from({ length: rows }, (_, index) => row(index + 1)).join('')}</sheetData></worksheet>`,
  )
  const sheets = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${areOne ? 0 : index}"/>`,
  )
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ' +
          'Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ' +
          'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
          targets.map(target => `<Override PartName="/xl/${target}" ContentType="${worksheetType}"/>`).join('') +
          '</Types>',
      ),
      '_rels/.rels': strToU8(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ' +
          'Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
          'Target="xl/workbook.xml"/></Relationships>',
      ),
      'xl/workbook.xml': strToU8(
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
          'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
          `${sheets.join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(relations(targets)),
      ...Object.fromEntries(targets.map(target => [`xl/${target}`, sheet])),
    }),
  )
}

export const sheetNames = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)
