import type { RichNode } from '#/domain/services/rich-text.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

const tags: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' }
const blockTags: Readonly<Record<string, string>> = { blockquote: 'blockquote', bulletList: 'ul', listItem: 'li' }

function textHtml({ text = '', marks = [] }: RichNode): string {
  const markTags = marks.flatMap(({ type }) => tags[type] ?? [])
  return `${markTags.map((tag) => `<${tag}>`).join('')}${escapeHtml(text)}${markTags
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('')}`
}

// The title of the page is h1, so headings in the text start at h2.
const headingTag = (node: RichNode) => `h${Math.min(4, Math.max(2, (Number(node.attrs?.level) || 1) + 1))}`

/**
 * Renders a document of our editor as HTML. Each node is one that `isRichText` allows, so no tag, attribute, URL or
 * script of the author can get into the output. Unknown nodes are omitted.
 */
export function richHtml(node: RichNode): string {
  const innerHtml = () => (node.content ?? []).map(richHtml).join('')
  switch (node.type) {
    case 'text':
      return textHtml(node)
    case 'hardBreak':
      return '<br>'
    case 'horizontalRule':
      return '<hr>'
    case 'paragraph':
      return `<p>${innerHtml()}</p>`
    case 'heading':
      return `<${headingTag(node)}>${innerHtml()}</${headingTag(node)}>`
    case 'orderedList': {
      const start = Math.trunc(Number(node.attrs?.start)) || 1
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${innerHtml()}</ol>`
    }
    case 'doc':
      return innerHtml()
    default: {
      const tag = blockTags[node.type]
      return tag === undefined ? '' : `<${tag}>${innerHtml()}</${tag}>`
    }
  }
}
