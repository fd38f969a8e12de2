import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from '#/web/showcase/texts.ts'

// Tokens become React elements, never HTML. Input becomes only text, and links lead only to web addresses.

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decodeEntities = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => entities[sign] ?? sign)

function renderList<T>(list: readonly T[], draw: (one: T) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
  return list.map((one, at) => <Fragment key={at}>{draw(one)}</Fragment>)
}

function renderTokens(tokens: readonly Token[] | undefined): ReactNode {
  return renderList(tokens ?? [], renderBlock)
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

function renderTable({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table className="x-table">
      <thead>
        <tr>
          {renderList(header, (cell) => (
            <th>{renderTokens(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {renderList(rows, (row) => (
          <tr>
            {renderList(row, (cell) => (
              <td>{renderTokens(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function renderBlock(token: Token): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = headings[(token as Tokens.Heading).depth - 1] ?? 'h6'
      return <Heading>{renderTokens(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{renderTokens(token.tokens)}</p>
    case 'blockquote':
      return <blockquote>{renderTokens(token.tokens)}</blockquote>
    case 'code':
      return <pre className="x-code">{(token as Tokens.Code).text}</pre>
    case 'hr':
      return <hr />
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const List = ordered ? 'ol' : 'ul'
      return (
        <List>
          {renderList(items, (item) => (
            <li>{renderTokens(item.tokens)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return renderTable(token as Tokens.Table)
    case 'space':
      return null
    default:
      return renderInline(token)
  }
}

function renderInline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{renderTokens(token.tokens)}</strong>
    case 'em':
      return <em>{renderTokens(token.tokens)}</em>
    case 'del':
      return <del>{renderTokens(token.tokens)}</del>
    case 'codespan':
      return <code>{decodeEntities((token as Tokens.Codespan).text)}</code>
    case 'br':
      return <br />
    case 'link': {
      const { href } = token as Tokens.Link
      if (!/^https?:\/\//.test(href)) return renderTokens(token.tokens)
      return (
        <a href={href} target="_blank" rel="noreferrer">
          {renderTokens(token.tokens)}
        </a>
      )
    }
    case 'text':
      return 'tokens' in token && token.tokens ? renderTokens(token.tokens) : decodeEntities(token.raw)
    default:
      return token.raw
  }
}

const sample = `## 结算说明

1. 单位**预付款**
2. 导入名单并[复核](https://example.com)
3. 审核后支付

| 环节 | 角色 |
| --- | --- |
| 制单 | 经办 |
| 支付 | 出纳 |

> <script>这里的 HTML 只是文本</script>
`

/** Markdown next to its rendered form. */
export function Markdown() {
  const t = useText()
  const [text, setText] = useState(sample)
  const deferredText = useDeferredValue(text)
  const tokens = useMemo(() => renderTokens(lexer(deferredText)), [deferredText])
  return (
    <div className="x-two">
      <textarea
        className="k-input x-area"
        aria-label={t(texts.content)}
        rows={18}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <section className="k-panel x-prose" aria-label={t(texts.preview)}>
        {tokens}
      </section>
    </div>
  )
}
