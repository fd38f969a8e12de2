import { useState } from 'react'
import { offlineResultNames } from '#/api/money/payouts.texts.ts'
import { add } from '#/domain/base/money.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { offlineResults } from '#/domain/money/offline.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CloseOutlined, FileOutlined } from '#/web/ui/icons.ts'
import { Money } from '#/web/ui/Money.tsx'
import { offlineTexts } from './offline-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

type Slip = OutputOf<typeof api.payouts.addSlip>
type CheckResult = OutputOf<typeof api.payouts.checkOffline>
type Problem = CheckResult['problems'][number]
const WIDTH = 760

function Problems({ checked }: { readonly checked: CheckResult }) {
  const t = useText()
  const columns: Column<Problem>[] = [
    { key: 'row', title: t(offlineTexts.row), width: 70, isAlways: true, render: (each) => each.row ?? '—' },
    { key: 'column', title: t(offlineTexts.column), width: 130, isAlways: true, render: (each) => each.column },
    { key: 'problem', title: t(offlineTexts.problem), width: 420, isAlways: true, render: (each) => `${each.code} ${each.message}` },
  ]
  return (
    <>
      <Alert type="error" showIcon title={t(offlineTexts.faults, { count: checked.faults })} />
      <DataTable
        id="offline-problems"
        label={t(offlineTexts.problem)}
        columns={columns}
        rows={checked.problems}
        rowKey={(each) => `${each.row} ${each.column} ${each.code} ${each.message}`}
        empty={{ reason: '' }}
        isPlain
      />
      {checked.problems.length < checked.faults ? <p className="k-note">{t(offlineTexts.more, { count: checked.problems.length })}</p> : null}
    </>
  )
}

function ResultSummary({ batch, checked }: { readonly batch: Batch; readonly checked: CheckResult }) {
  const t = useText()
  const usedResults = offlineResults.filter((result) => checked[result].count > 0)
  return (
    <>
      <Alert type="warning" showIcon title={t(offlineTexts.looked)} />
      <Facts
        rows={[
          { label: t(texts.no), value: batch.no },
          { label: t(texts.unit), value: batch.unitName },
          ...usedResults.map((result) => ({
            label: t(offlineResultNames[result]),
            value: (
              <>
                {t(offlineTexts.lines, { count: checked[result].count })} · <Money value={checked[result].amount} isStrong />
              </>
            ),
          })),
        ]}
      />
    </>
  )
}

/** Returns the count and amount of all results. */
function totalOf(checked: CheckResult) {
  const parts = offlineResults.map((result) => checked[result])
  return { count: parts.reduce((sum, part) => sum + part.count, 0), amount: add(...parts.map((part) => part.amount)) }
}

function Slips({ batch, slips, onChange }: { readonly batch: Batch; readonly slips: readonly Slip[]; readonly onChange: (slips: readonly Slip[]) => void }) {
  const t = useText()
  const add = useSubmit(api.payouts.addSlip, { onDone: (slip) => onChange([...slips, slip]) })
  return (
    <div>
      <FileDrop
        value={null}
        onChange={(file) => void (file && add.submit({ batchId: batch.id, file }))}
        kinds={evidenceEndings}
        maxBytes={maxFileBytes}
        label={t(offlineTexts.addSlips)}
        isDisabled={add.isBusy}
      />
      {slips.map((slip) => (
        <div className="k-file" key={slip.fileId}>
          <Icon of={FileOutlined} />
          <span className="k-file-name">{slip.name}</span>
          <Button
            type="text"
            size="small"
            icon={<Icon of={CloseOutlined} />}
            aria-label={t(offlineTexts.remove, { name: slip.name })}
            onClick={() => onChange(slips.filter((each) => each !== slip))}
          />
        </div>
      ))}
    </div>
  )
}

/**
 * 登记线下支付: uploads the result sheet and the bank slips, which are checked as a whole. The user confirms the totals
 * before anything is written.
 */
export function OfflineDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const t = useText()
  const [sheet, setSheet] = useState<File | null>(null)
  const [slips, setSlips] = useState<readonly Slip[]>([])
  const [checked, setChecked] = useState<CheckResult | null>(null)
  const check = useSubmit(api.payouts.checkOffline, { onDone: setChecked })
  const register = useSubmit(api.payouts.registerOffline, {
    onDone: onClose,
    // After a lost answer, a retry sends the same key, so the results are registered once.
    onFailed: (failure) => failure.isFinal && setChecked(null),
  })
  const isFaultless = checked !== null && checked.faults === 0
  const input = { batchId: batch.id, slipIds: slips.map((slip) => slip.fileId) }
  const startOver = () => {
    setChecked(null)
    check.reset()
    register.reset()
  }
  const handlePress = () => {
    if (!sheet) return
    if (!isFaultless) return void check.submit({ ...input, file: sheet })
    void register.submit({ ...input, file: sheet, ...totalOf(checked) })
  }
  const failure = register.failure ?? check.failure
  return (
    <Dialog
      title={t(texts.register)}
      onClose={onClose}
      width={WIDTH}
      isDirty={sheet !== null || slips.length > 0}
      confirm={{
        text: t(isFaultless ? offlineTexts.confirm : offlineTexts.check),
        onPress: handlePress,
        isBusy: check.isBusy || register.isBusy,
        isDisabled: sheet === null,
      }}
    >
      <div className="k-stack">
        <div className="k-row">
          <DownloadButton file={() => api.payouts.offlineTemplate({ batchId: batch.id })}>{t(offlineTexts.template)}</DownloadButton>
        </div>
        <Slips
          batch={batch}
          slips={slips}
          onChange={(next) => {
            setSlips(next)
            startOver()
          }}
        />
        <FileDrop
          value={sheet}
          onChange={(file) => {
            setSheet(file)
            startOver()
          }}
          kinds={['xlsx', 'csv']}
          maxBytes={maxFileBytes}
          label={t(offlineTexts.sheet)}
          hint={t(offlineTexts.sheetHint)}
        />
        {failure ? <Alert type="error" showIcon title={failure.message} /> : null}
        {checked && !isFaultless ? <Problems checked={checked} /> : null}
        {checked && isFaultless ? <ResultSummary batch={batch} checked={checked} /> : null}
      </div>
    </Dialog>
  )
}
