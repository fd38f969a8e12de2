import { settlementMode, userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { codeName } from '#/web/parts/sheets/issues.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { lineIssueTexts } from './line-tags.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'

const actions = {
  E202: 'adoptName',
  W205: 'adoptCard',
  E201: 'refer',
  E203: 'refer',
  E204: 'refer',
  E206: 'sign',
  E207: 'authorise',
  E208: 'exclude',
} as const
type Action = (typeof actions)[keyof typeof actions]

/** Returns a function that applies an issue's suggested action to all lines of the batch with that issue. */
function useIssueActions(batch: Batch): (action: Action, code: string) => Promise<unknown> {
  const t = useText()
  const adopt = useSubmit(api.lines.adopt)
  const exclude = useSubmit(api.lines.exclude)
  const refer = useSubmit(api.lines.refer)
  const sign = useSubmit(api.contracts.startMany)
  const batchId = batch.id
  const isUnit = useUser()?.usertype === userType.unit
  const confirmSending = (count: number, kind: 'operator_agreement' | 'tax_authorisation', operatorIds: number[]) => {
    // In mode 1 the unit's contract with the business may be missing. A payee with one of the two documents is asked
    // only for the other.
    const kinds = kind === 'operator_agreement' && batch.mode === settlementMode.individualBusiness && isUnit ? [kind, 'business_contract' as const] : [kind]
    return confirm({
      title: t(kind === 'operator_agreement' ? prepareTexts.sign : prepareTexts.authorise),
      content: t(prepareTexts.signAsk, { count }),
      okText: t(kind === 'operator_agreement' ? prepareTexts.sign : prepareTexts.authorise),
      onOk: () => sign.submit({ kinds, centreId: batch.centreId, mode: batch.mode, operatorIds }),
    })
  }
  return async (action, code) => {
    const { lineIds, operatorIds } = await api.lines.withIssue({ batchId, code })
    if (lineIds.length === 0) return null
    if (action === 'adoptName') return adopt.submit({ batchId, lineIds, what: 'name' })
    if (action === 'adoptCard') return adopt.submit({ batchId, lineIds, what: 'card' })
    if (action === 'refer') return refer.submit({ batchId, lineIds })
    if (action === 'exclude') return exclude.submit({ batchId, lineIds })
    if (operatorIds.length === 0) return showNotice('warning', t(prepareTexts.nobodyToSign))
    return confirmSending(operatorIds.length, action === 'sign' ? 'operator_agreement' : 'tax_authorisation', operatorIds)
  }
}

/** A button for each issue whose suggested action is possible here. */
export function IssueActions({ batch, byCode }: { readonly batch: Batch; readonly byCode: Readonly<Record<string, number>> }) {
  const t = useText()
  const runAction = useIssueActions(batch)
  const visibleActions = (Object.keys(actions) as (keyof typeof actions)[]).filter(
    (code) => (byCode[code] ?? 0) > 0 && ((actions[code] !== 'sign' && actions[code] !== 'authorise') || can('ht:make')),
  )
  if (visibleActions.length === 0) return null
  return (
    <div className="k-row">
      <span className="k-note">{t(checkTexts.advice)}</span>
      {visibleActions.map((code) => {
        const action = actions[code]
        const button = { size: 'small', title: codeName(t, code, lineIssueTexts), onPress: () => runAction(action, code) } as const
        const label = `${t(prepareTexts[action])} · ${code} (${byCode[code]})`
        return action === 'refer' || action === 'exclude' ? (
          <ConfirmButton key={code} {...button} effect={t(action === 'refer' ? prepareTexts.referAllEffect : prepareTexts.excludeAllEffect)}>
            {label}
          </ConfirmButton>
        ) : (
          <ActionButton key={code} {...button}>
            {label}
          </ActionButton>
        )
      })}
    </div>
  )
}
