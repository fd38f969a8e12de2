import type { RichNode } from '#/domain/rich-text.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it stands in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

const tags: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' }
const boxes: Readonly<Record<string, string>> = { blockquote: 'blockquote', bulletList: 'ul', listItem: 'li' }

function textHtml({ text = '', marks = [] }: RichNode): string {
  const known = marks.flatMap(({ type }) => tags[type] ?? [])
  return `${known.map((tag) => `<${tag}>`).join('')}${escapeHtml(text)}${known
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('')}`
}

// The title of the page is its first heading: headings of the text come below it.
const headingOf = (node: RichNode) => `h${Math.min(4, Math.max(2, (Number(node.attrs?.level) || 1) + 1))}`

/**
 * A document of our editor as HTML: written anew node by node from what `isRichText` lets through, so that no tag, attribute, address or script of whoever sent
 * it can stand in the answer. What it does not know is left out.
 */
export function richHtml(node: RichNode): string {
  const inner = () => (node.content ?? []).map(richHtml).join('')
  switch (node.type) {
    case 'text':
      return textHtml(node)
    case 'hardBreak':
      return '<br>'
    case 'horizontalRule':
      return '<hr>'
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'heading':
      return `<${headingOf(node)}>${inner()}</${headingOf(node)}>`
    case 'orderedList': {
      const start = Math.trunc(Number(node.attrs?.start)) || 1
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${inner()}</ol>`
    }
    case 'doc':
      return inner()
    default: {
      const tag = boxes[node.type]
      return tag === undefined ? '' : `<${tag}>${inner()}</${tag}>`
    }
  }
}
