import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from '#/web/showcase/texts.ts'

// Tokens become React elements, never HTML. Input becomes only text, and links lead only to web addresses.

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => entities[sign] ?? sign)

function node<T>(list: readonly T[], draw: (one: T) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
  return list.map((one, at) => <Fragment key={at}>{draw(one)}</Fragment>)
}

function all(tokens: readonly Token[] | undefined): ReactNode {
  return node(tokens ?? [], elementOf)
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

function tableOf({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table className="x-table">
      <thead>
        <tr>
          {node(header, (cell) => (
            <th>{all(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {node(rows, (row) => (
          <tr>
            {node(row, (cell) => (
              <td>{all(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function elementOf(token: Token): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = headings[(token as Tokens.Heading).depth - 1] ?? 'h6'
      return <Heading>{all(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{all(token.tokens)}</p>
    case 'blockquote':
      return <blockquote>{all(token.tokens)}</blockquote>
    case 'code':
      return <pre className="x-code">{(token as Tokens.Code).text}</pre>
    case 'hr':
      return <hr />
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const List = ordered ? 'ol' : 'ul'
      return (
        <List>
          {node(items, (item) => (
            <li>{all(item.tokens)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return tableOf(token as Tokens.Table)
    case 'space':
      return null
    default:
      return inlineOf(token)
  }
}

function inlineOf(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{all(token.tokens)}</strong>
    case 'em':
      return <em>{all(token.tokens)}</em>
    case 'del':
      return <del>{all(token.tokens)}</del>
    case 'codespan':
      return <code>{plain((token as Tokens.Codespan).text)}</code>
    case 'br':
      return <br />
    case 'link': {
      const { href } = token as Tokens.Link
      if (!/^https?:\/\//.test(href)) return all(token.tokens)
      return (
        <a href={href} target="_blank" rel="noreferrer">
          {all(token.tokens)}
        </a>
      )
    }
    case 'text':
      return 'tokens' in token && token.tokens ? all(token.tokens) : plain(token.raw)
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
  const settled = useDeferredValue(text)
  const tokens = useMemo(() => all(lexer(settled)), [settled])
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
