import { demoArticles } from '#/demo/news-texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import type { RichNode } from '#/domain/services/rich-text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { publishPastArticles } from '#/server/services/news/public.ts'

const textNodes = (text: string): RichNode[] => [{ type: 'text', text }]
const paragraph = (text: string): RichNode => ({ type: 'paragraph', content: textNodes(text) })

/** Converts lines to a rich-text document. */
function richDocumentOf(lines: readonly string[]): RichNode {
  const blocks: RichNode[] = []
  for (const line of lines) {
    const item = line.startsWith('- ') ? { type: 'listItem', content: [paragraph(line.slice(2))] } : null
    const last = blocks.at(-1)
    if (item && last?.type === 'bulletList') blocks[blocks.length - 1] = { ...last, content: [...(last.content ?? []), item] }
    else if (item) blocks.push({ type: 'bulletList', content: [item] })
    else blocks.push(line.startsWith('# ') ? { type: 'heading', attrs: { level: 2 }, content: textNodes(line.slice(2)) } : paragraph(line))
  }
  return { type: 'doc', content: blocks }
}

/** Adds the articles of the public pages, published over the past months. */
export async function addNews(at: (moment: Date) => Context, ago: (days: number) => Date): Promise<void> {
  for (const { section, topic = null, audiences = ['public'] as const, isPinned = false, daysAgo, texts } of demoArticles) {
    let groupId: number | null = null
    for (const language of languages.filter((each: Language) => texts[each] !== undefined)) {
      const text = texts[language] ?? texts.zh
      const versions = text.bodies.map((body, no) => {
        const moment = ago(daysAgo[no] ?? 0)
        const versionSettings = {
          topic,
          audiences: [...audiences],
          cover_id: null,
          attachments: [],
          is_pinned: isPinned,
          effective_from: section === 'rule' ? dayOf(moment) : null,
        }
        return { ctx: at(moment), content: { title: text.title, summary: text.summary, body: richDocumentOf(body.split('\n')), ...versionSettings } }
      })
      const id: number = await publishPastArticles({ section, language, groupId, versions })
      groupId ??= id
    }
  }
}
