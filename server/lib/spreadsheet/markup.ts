import { damaged } from '#/server/lib/spreadsheet/sheet.ts'

/** An element in the XML of a sheet, by its place in the text. */
export interface Markup {
  /** The prefix with its colon; empty for none. */
  readonly prefix: string
  readonly attributes: string
  readonly begin: number
  /** Where the content begins and ends; both are the end of an element without content. */
  readonly inner: number
  readonly innerEnd: number
  readonly end: number
}

const openTag = (name: string) => new RegExp(`<((?:\\w+:)?)${name}(?![\\w:.-])([^<>]*)>`, 'g')

/** Finds the elements of a name in one pass; ends in `damaged` where one does not end. An element does not hold another of its name. */
export function* elementsOf(xml: string, name: string): Generator<Markup> {
  const tag = openTag(name)
  for (let found = tag.exec(xml); found; found = tag.exec(xml)) {
    const [whole, prefix = '', written = ''] = found
    const begin = found.index
    const inner = begin + whole.length
    if (written.endsWith('/')) {
      yield { prefix, attributes: written.slice(0, -1), begin, inner, innerEnd: inner, end: inner }
      continue
    }
    const close = `</${prefix}${name}>`
    const innerEnd = xml.indexOf(close, inner)
    if (innerEnd < 0) throw damaged(`${name} without an end`)
    const end = innerEnd + close.length
    tag.lastIndex = end
    yield { prefix, attributes: written, begin, inner, innerEnd, end }
  }
}

/** The first element of a name. */
export function elementOf(xml: string, name: string): Markup | undefined {
  for (const element of elementsOf(xml, name)) return element
  return undefined
}

/** Replaces each element of a name by what `replaced` returns, or leaves it where that is undefined. */
export function withElements(xml: string, name: string, replaced: (element: Markup) => string | undefined): string {
  const parts: string[] = []
  let from = 0
  for (const element of elementsOf(xml, name)) {
    const text = replaced(element)
    if (text === undefined) continue
    parts.push(xml.slice(from, element.begin), text)
    from = element.end
  }
  return parts.join('') + xml.slice(from)
}

const patterns = { r: /(?:^|\s)r="([A-Za-z\d]{0,20})"/, s: /(?:^|\s)s="(\d{0,9})"/ } as const

/** The address or the style of a row or a cell. */
export function attributeOf({ attributes }: Markup, name: keyof typeof patterns): string | undefined {
  return patterns[name].exec(attributes)?.[1]
}
