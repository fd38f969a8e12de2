import type { RichNode } from '#/domain/services/rich-text.ts'

const entityByCharacter: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entityByCharacter[sign] ?? '')
}

const tagByMark: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' }
const tagByBlock: Readonly<Record<string, string>> = { blockquote: 'blockquote', bulletList: 'ul', listItem: 'li' }

function renderText({ text = '', marks = [] }: RichNode): string {
  const markTags = marks.flatMap(({ type }) => tagByMark[type] ?? [])
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
export function renderRichHtml(node: RichNode): string {
  const innerHtml = () => (node.content ?? []).map(renderRichHtml).join('')
  switch (node.type) {
    case 'text':
      return renderText(node)
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
      const tag = tagByBlock[node.type]
      return tag === undefined ? '' : `<${tag}>${innerHtml()}</${tag}>`
    }
  }
}
