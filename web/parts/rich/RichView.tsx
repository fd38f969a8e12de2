import { createElement, Fragment, type ReactNode } from 'react'
import type { RichNode } from '#/domain/services/rich-text.ts'
import './rich.css'

const blockTags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  horizontalRule: 'hr',
  hardBreak: 'br',
}
const markTags: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' }

function renderNode(node: RichNode): ReactNode {
  if (node.type === 'text') {
    return (node.marks ?? []).reduce<ReactNode>(
      (inner, { type }) => (markTags[type] === undefined ? inner : createElement(markTags[type], null, inner)),
      node.text ?? '',
    )
  }
  const innerNodes = (node.content ?? []).map((child, at) => ({ child, key: at })).map(({ child, key }) => <Fragment key={key}>{renderNode(child)}</Fragment>)
  if (node.type === 'heading') return createElement(`h${Math.min(4, Math.max(2, (Number(node.attrs?.level) || 1) + 1))}`, null, innerNodes)
  const tag = blockTags[node.type]
  if (tag === undefined) return innerNodes
  return createElement(tag, null, ...(innerNodes.length > 0 ? [innerNodes] : []))
}

/** A read-only rich text, rendered from our own elements and never from foreign HTML. */
export function RichView({ doc }: { readonly doc: RichNode }) {
  return <div className="rich-text">{renderNode(doc)}</div>
}
