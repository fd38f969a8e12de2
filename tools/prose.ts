// Extracts the English prose of the repository for tidy-prose.test.ts: sentences of documents and comments, titles of
// tests, texts on screen, and messages. Messages are other strings of four or more words, such as reasons and errors.

export type ProseKind = 'document' | 'comment' | 'title' | 'text' | 'message'

export interface Sentence {
  readonly path: string
  readonly line: number
  readonly kind: ProseKind
  readonly text: string
}

/** A paragraph, list item, table cell, comment, title or text, before it is split into sentences. */
interface TextBlock {
  readonly line: number
  readonly text: string
}

/** Replaces code and quotations, which are not judged, by one word each, and links by their texts. */
function stripCode(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/“[^”]*”|"[^"]*"/g, 'QUOTE')
    .replace(/\*\*|__/g, '')
}

/** Splits at the end of a sentence, at semicolons and at an opening label such as "Decision:". */
function sentencesOf(text: string): string[] {
  return stripCode(text)
    .split(/(?<=[.!?…])\s+(?=[A-Z“"(\p{Script=Han}])|;\s+|(?<=^[A-Z][a-z ]{2,30}):\s+/u)
    .map((each) => each.trim())
    .filter((each) => /[A-Za-z]{3}/.test(each))
}

/** Returns the paragraphs, list items, headings and cells of a Markdown document, without code blocks. */
function blocksOfDocument(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let openBlock: { line: number; lines: string[] } | null = null
  let isCode = false
  const closeBlock = () => {
    if (openBlock) blocks.push({ line: openBlock.line, text: openBlock.lines.join(' ') })
    openBlock = null
  }
  for (const [at, line] of text.split('\n').entries()) {
    const content = line.replace(/^\s*(?:[-*] |\d+\. |#+ |> )?/, '').trim()
    if (line.trimStart().startsWith('```')) {
      closeBlock()
      isCode = !isCode
    } else if (isCode || content === '') closeBlock()
    else if (line.startsWith('|')) {
      closeBlock()
      for (const cell of line.split('|')) if (cell.trim() !== '') blocks.push({ line: at + 1, text: cell.trim() })
    } else if (openBlock && /^\s*(?:[^-*#>\d\s]|\d(?!\d*\. )|[-*](?! ))/.test(line)) openBlock.lines.push(content)
    else {
      closeBlock()
      openBlock = { line: at + 1, lines: [content] }
      if (line.startsWith('#')) closeBlock()
    }
  }
  closeBlock()
  return blocks
}

/**
 * Returns the comments that begin a line. Neighbouring lines form one block. A list item or a biome directive begins a
 * new block.
 */
function blocksOfComments(text: string): TextBlock[] {
  const blocks: { line: number; end: number; text: string }[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const [, said = ''] = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/|--|#(?!!))\s?(.*?)(?:\*\/)?\s*$/.exec(line) ?? []
    if (!/[A-Za-z]{3}/.test(said)) continue
    const last = blocks.at(-1)
    if (last && last.end === at && !/^\s*\/\*\*/.test(line) && !/^(?:- |biome-ignore)/.test(said)) {
      last.text += ` ${said}`
      last.end = at + 1
    } else blocks.push({ line: at + 1, end: at + 1, text: said })
  }
  return blocks
}

function matchBlocks(text: string, pattern: RegExp): TextBlock[] {
  return [...text.matchAll(pattern)].map((match) => ({ line: text.slice(0, match.index).split('\n').length, text: match[2] ?? '' }))
}

/** Returns the titles of tests and of their groups. */
function blocksOfTitles(text: string): TextBlock[] {
  return matchBlocks(text, /^\s*(?:await )?(?:test|it|describe|test\.describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1/gm)
}

/** Returns the English texts on screen. */
function blocksOfTexts(text: string): TextBlock[] {
  return matchBlocks(text, /\ben: (['"`])((?:\\.|(?!\1)[^\\\n])+)\1/g)
}

const sqlStart = /^\(?(?:select|insert|update|delete|create|alter|drop|with|exists|grant|revoke|lock|not) /

/**
 * Returns strings of four or more English words that start with a capital letter. SQL, test titles and texts on screen
 * are left out.
 */
function blocksOfMessages(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(?:\/\*|\*|\/\/)/.test(line)) continue
    for (const { 1: before = '', 3: literal = '' } of line.matchAll(/((?:\b\w+: |\w+\()?)(['"`])((?:\\.|(?!\2)[^\\])+)\2/g))
      if (/[a-z’]+(?: [a-z’]+){3}/i.test(literal) && !sqlStart.test(literal) && !/^(?:zh|en|es|ja): $|^(?:test|it|describe)\($/.test(before))
        blocks.push({ line: at + 1, text: (literal.charAt(0).toUpperCase() + literal.slice(1)).replace(/\$\{[^}]*\}/g, 'CODE') })
  }
  return blocks
}

const extractors: Readonly<Record<ProseKind, (text: string) => TextBlock[]>> = {
  document: blocksOfDocument,
  comment: blocksOfComments,
  title: blocksOfTitles,
  text: blocksOfTexts,
  message: blocksOfMessages,
}

/** Returns the sentences of one kind in a file. A title is one sentence. */
export function proseOf(path: string, kind: ProseKind, text: string): Sentence[] {
  return extractors[kind](text).flatMap((block) => {
    const parts = kind === 'title' ? [block.text] : sentencesOf(block.text)
    return parts.map((each) => ({ path, line: block.line, kind, text: each }))
  })
}
