import { Link } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { endingNames, reconFields as fields, itemKindNames, reconRefusals, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ItemActions } from './ItemActions.tsx'
import { History } from './Steps.tsx'
import { type ItemDetail, ItemTag } from './tags.tsx'
import { texts } from './texts.ts'

const noteOf = ({ record, treatments }: ItemDetail) =>
  record?.isTopup ? texts.topupNote : treatments.includes('charge') ? texts.transferNote : texts.otherAmountNote

function ItemOverview({ item }: { readonly item: ItemDetail }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <ItemTag item={item} /> },
          { label: t(fields.kind), value: `${t(itemKindNames[item.kind])} · ${t(sourceNames[item.side])}` },
          { label: t(fields.ours), value: <Money value={item.ours} /> },
          { label: t(fields.theirAmount), value: <Money value={item.theirs} /> },
          { label: t(fields.difference), value: <Money value={item.difference} isStrong /> },
          { label: t(fields.suspense), value: <Money value={item.suspense} /> },
          { label: t(fields.key), value: item.key },
          { label: t(fields.serial), value: item.serial },
          { label: t(fields.day), value: `${item.day} · ${item.channelName}` },
          { label: t(fields.centre), value: item.mode ? `${item.centreName} · ${t(contractModeNames[item.mode])}` : item.centreName },
          { label: t(fields.owner), value: item.ownerName },
          { label: t(fields.dueOn), value: item.dueOn },
          { label: t(texts.batch), value: item.batchId ? <Link to={`/zf/batch/${item.batchId}`}>{item.batchNo}</Link> : '' },
          { label: t(texts.exception), value: item.exceptionId ? <Link to={`/zf/zfycList?open=${item.exceptionId}`}>{item.exceptionNo}</Link> : '' },
          ...(item.record ? [{ label: t(texts.record), value: item.record.name, isWide: true }] : []),
          { label: t(fields.memo), value: item.memo, isWide: true },
          ...(item.proposal ? [{ label: t(texts.proposal), value: t(endingNames[item.proposal]), isWide: true }] : []),
          ...(item.ending ? [{ label: t(fields.ending), value: t(endingNames[item.ending]), isWide: true }] : []),
        ]}
      />
      {item.record && item.state !== 'settled' ? <p className="k-note">{t(noteOf(item))}</p> : null}
      {item.daysToReopen.length > 0 ? <p className="k-note">{t(reconRefusals.dayToReopen, { key: item.key, days: joinList(item.daysToReopen) })}</p> : null}
      <h3>{t(texts.history)}</h3>
      <History steps={item.steps} />
    </div>
  )
}

/** One difference: each side's data, its owner, its history and the available actions. */
export function ItemDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const item = useRead(api.reconciliation.item, { itemId: id }, { keepLast: false, follows: ['recon'] })
  const detail = item.data
  return (
    <DetailDrawer
      title={detail?.no ?? ''}
      onClose={onClose}
      width={860}
      footer={detail && detail.state !== 'settled' ? <ItemActions item={detail} /> : undefined}
    >
      <QueryContent query={item} lines={12}>
        {(answer) => <ItemOverview item={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
