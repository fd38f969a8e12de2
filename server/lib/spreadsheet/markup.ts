import { damagedError } from '#/server/lib/spreadsheet/sheet.ts'

/** An element in the XML of a sheet, by its position in the text. */
export interface XmlElement {
  /** The prefix with its colon; empty if there is none. */
  readonly prefix: string
  readonly attributes: string
  readonly begin: number
  /** Bounds of the content. For an empty element both are its end. */
  readonly inner: number
  readonly innerEnd: number
  readonly end: number
}

const openTagPattern = (name: string) => new RegExp(`<((?:\\w+:)?)${name}(?![\\w:.-])([^<>]*)>`, 'g')

/**
 * Finds elements by name in one pass. Throws `damagedError` for unclosed elements. Assumes that elements of the same
 * name do not nest.
 */
export function* elementsOf(xml: string, name: string): Generator<XmlElement> {
  const tagPattern = openTagPattern(name)
  for (let match = tagPattern.exec(xml); match; match = tagPattern.exec(xml)) {
    const [whole, prefix = '', written = ''] = match
    const begin = match.index
    const innerStart = begin + whole.length
    if (written.endsWith('/')) {
      yield { prefix, attributes: written.slice(0, -1), begin, inner: innerStart, innerEnd: innerStart, end: innerStart }
      continue
    }
    const closeTag = `</${prefix}${name}>`
    const innerEnd = xml.indexOf(closeTag, innerStart)
    if (innerEnd < 0) throw damagedError(`${name} without an end`)
    const end = innerEnd + closeTag.length
    tagPattern.lastIndex = end
    yield { prefix, attributes: written, begin, inner: innerStart, innerEnd, end }
  }
}

/** Returns the first element of a name. */
export function elementOf(xml: string, name: string): XmlElement | undefined {
  for (const element of elementsOf(xml, name)) return element
  return undefined
}

/** Replaces each element of a name with the result of `replaced`. Undefined leaves an element unchanged. */
export function replaceElements(xml: string, name: string, replaced: (element: XmlElement) => string | undefined): string {
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

const attributePatterns = { r: /(?:^|\s)r="([A-Za-z\d]{0,20})"/, s: /(?:^|\s)s="(\d{0,9})"/ } as const

/** Returns the address or style of a row or cell. */
export function attributeOf({ attributes }: XmlElement, name: keyof typeof attributePatterns): string | undefined {
  return attributePatterns[name].exec(attributes)?.[1]
}
