import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import type { SubmitOptions } from '#/web/kernel/query.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type BulkResult = OutputOf<typeof api.operators.acceptCandidates>

const resultTags = { match: ['green', texts.match_], name_mismatch: ['red', texts.name_mismatch], card_mismatch: ['red', texts.card_mismatch] } as const

/** The bank's verification of name, number and card. */
export function VerificationTag({ of }: { readonly of: OutputOf<typeof api.operators.candidate>['verification'] }) {
  const t = useText()
  if (of === null) return <StatusTag tone="grey">{t(texts.unverified)}</StatusTag>
  const [tone, text] = resultTags[of]
  return <StatusTag tone={tone}>{t(text)}</StatusTag>
}

/** Returns the notice options of a bulk decision. A partly failed decision warns with the counts and the reasons. */
export function useDecisionNotices(onDone: () => void): SubmitOptions<BulkResult> {
  const t = useText()
  return {
    done: ({ ok, fail }) => {
      const reasons = [...new Set(fail.map((each) => each.reason))].join('; ')
      return fail.length > 0 ? t(texts.partly, { ok: ok.length, fail: fail.length, reason: reasons }) : undefined
    },
    tone: ({ fail }) => (fail.length > 0 ? 'warning' : 'success'),
    onDone,
  }
}
