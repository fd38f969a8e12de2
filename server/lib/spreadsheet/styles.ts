/** Kinds of cell values, each with its number format. */
export type CellKind = 'text' | 'money' | 'number' | 'amount' | 'day' | 'moment' | 'rate'
export type CellFlag = 'none' | 'error' | 'warning'

const KINDS: readonly CellKind[] = ['text', 'money', 'number', 'amount', 'day', 'moment', 'rate']
const FLAGS: readonly CellFlag[] = ['none', 'error', 'warning']
/** The product's own number formats. The ids of these formats start at the first free number. */
const CUSTOM_FORMATS = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '0.00##%'] as const
const FIRST_CUSTOM_FORMAT = 164
/** Number formats: text; thousands with two decimals; general; two decimals; day; moment; per cent. */
const FORMAT_IDS: Readonly<Record<CellKind, number>> = {
  text: 49,
  money: 4,
  number: 0,
  amount: 2,
  day: FIRST_CUSTOM_FORMAT,
  moment: FIRST_CUSTOM_FORMAT + 1,
  rate: FIRST_CUSTOM_FORMAT + 2,
}

export const HEADING_STYLE = 1
export const REQUIRED_STYLE = 2
export const NOTE_STYLE = 3
const FIRST_CELL_STYLE = 4

export function cellStyle(kind: CellKind, flag: CellFlag): number {
  return FIRST_CELL_STYLE + KINDS.indexOf(kind) * FLAGS.length + FLAGS.indexOf(flag)
}

const font = (more: string, colour: string) => `<font>${more}<sz val="11"/><color rgb="${colour}"/><name val="等线"/><family val="2"/></font>`
const fill = (colour: string) => `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`
const side = (name: string) => `<${name} style="thin"><color rgb="FFBFBFBF"/></${name}>`

/** Builds xl/styles.xml with the fixed styles of the product's lists. */
export function stylesXml(): string {
  const cells = KINDS.flatMap((kind) =>
    FLAGS.map(
      (flag) =>
        `<xf numFmtId="${FORMAT_IDS[kind]}" fontId="0" fillId="${[0, 3, 4][FLAGS.indexOf(flag)]}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>`,
    ),
  )
  const heading = (fontId: number) =>
    `<xf numFmtId="49" fontId="${fontId}" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>`
  const xfs = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    heading(1),
    heading(2),
    '<xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
    ...cells,
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${CUSTOM_FORMATS.length}">${CUSTOM_FORMATS.map((code, at) => `<numFmt numFmtId="${FIRST_CUSTOM_FORMAT + at}" formatCode="${code}"/>`).join('')}</numFmts>`,
    `<fonts count="4">${font('', 'FF000000')}${font('<b/>', 'FF000000')}${font('<b/>', 'FFC00000')}${font('', 'FF7F7F7F')}</fonts>`,
    `<fills count="5"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('FFF2F2F2')}${fill('FFFFC7CE')}${fill('FFFFEB9C')}</fills>`,
    `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border>${side('left')}${side('right')}${side('top')}${side('bottom')}<diagonal/></border></borders>`,
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}
