import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import { operatorStatusNames } from '#/api/people/operators.texts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'
import { maxRosterChoices } from '#/domain/money/line.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { pickerTexts as texts } from './picker-texts.ts'
import type { Batch } from './tags.tsx'

type Person = OutputOf<typeof api.lines.roster>['rows'][number]

const WIDTH = 1000
const HEIGHT = 380

/** Returns a tag for a person who is already in the batch or whose status is not active; null for all others. */
function statusTag(person: Person, t: ReturnType<typeof useText>) {
  if (person.isListed) return <StatusTag tone="grey">{t(texts.listed)}</StatusTag>
  if (person.status === accountStatus.active) return null
  return <StatusTag tone="gold">{t(operatorStatusNames[person.status] as Text)}</StatusTag>
}

function useColumns(): Column<Person>[] {
  const t = useText()
  return [
    { key: 'name', title: t(lineFields.name), width: 110, isAlways: true, render: (row) => row.name },
    { key: 'mark', title: t(lineFields.state), width: 110, render: (row) => statusTag(row, t) },
    { key: 'idNumber', title: t(lineFields.idNumber), width: 170, render: (row) => row.idNumber },
    { key: 'mobile', title: t(lineFields.mobile), width: 120, render: (row) => row.mobile },
    { key: 'cardNo', title: t(lineFields.cardNo), width: 170, render: (row) => row.cardNo || '—' },
    { key: 'bankName', title: t(lineFields.bankName), width: 220, isCut: true, render: (row) => row.bankName || '—' },
  ]
}

/** Chooses payees among the people who work with the unit, and adds a line for each. */
export function PayeePicker({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const [place, setPlace] = useState(firstPage)
  const [keys, setKeys] = useState<(number | string)[]>([])
  const [amountText, setAmount] = useState('')
  const roster = useRead(api.lines.roster, { batchId: batch.id, keyword, ...pageRequestOf(place) })
  // The card shows a check box, because an arrow would suggest another page.
  const isNarrow = useIsNarrow()
  const addPayees = useSubmit(api.lines.choose, { onDone: onClose })
  const toggle = ({ operatorId, isListed }: Person) => {
    if (!isListed) setKeys((before) => (before.includes(operatorId) ? before.filter((key) => key !== operatorId) : [...before, operatorId]))
  }
  return (
    <Dialog
      title={t(texts.title)}
      onClose={onClose}
      width={WIDTH}
      isDirty={keys.length > 0}
      confirm={{
        text: t(texts.add, { count: keys.length }),
        onPress: () => void addPayees.submit({ batchId: batch.id, operatorIds: keys.map(Number), amountText }),
        isBusy: addPayees.isBusy,
        isDisabled: keys.length === 0 || keys.length > maxRosterChoices,
      }}
    >
      <div className="k-stack">
        <TextField
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          value={keyword}
          onCommit={(text) => {
            setKeyword(text)
            setPlace(firstPage)
          }}
        />
        <DataTable
          id="payee-picker"
          label={t(texts.title)}
          columns={useColumns()}
          rowKey={(row) => row.operatorId}
          source={roster}
          empty={{ reason: t(keyword === '' ? texts.none : texts.noMatch) }}
          selection={{ keys, onChange: setKeys, isBlocked: (row) => row.isListed }}
          {...(isNarrow ? {} : { onOpen: toggle })}
          paging={pagingOf(place, roster.data, setPlace)}
          height={HEIGHT}
          isPlain
        />
        <Field label={t(texts.amount)} htmlFor="picker-amount" hint={t(texts.amountHint)}>
          <MoneyInput id="picker-amount" value={amountText} onChange={setAmount} />
        </Field>
      </div>
    </Dialog>
  )
}
