import { contractModeNames } from '#/api/agreements/contracts.texts.ts'
import { endingNames, reconFields as fields, itemKindNames, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ItemActions } from './ItemActions.tsx'
import { History } from './Steps.tsx'
import { type ItemDetail, ItemTag } from './tags.tsx'
import { texts } from './texts.ts'

function About({ item }: { readonly item: ItemDetail }) {
  const say = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(fields.state), value: <ItemTag item={item} /> },
          { label: say(fields.kind), value: `${say(itemKindNames[item.kind])} · ${say(sourceNames[item.side])}` },
          { label: say(fields.ours), value: <Money value={item.ours} /> },
          { label: say(fields.theirAmount), value: <Money value={item.theirs} /> },
          { label: say(fields.difference), value: <Money value={item.difference} isStrong /> },
          { label: say(fields.suspense), value: <Money value={item.suspense} /> },
          { label: say(fields.key), value: item.key },
          { label: say(fields.serial), value: item.serial },
          { label: say(fields.day), value: `${item.day} · ${item.channelName}` },
          { label: say(fields.centre), value: item.mode ? `${item.centreName} · ${say(contractModeNames[item.mode])}` : item.centreName },
          { label: say(fields.owner), value: item.ownerName },
          { label: say(fields.dueOn), value: item.dueOn },
          { label: say(texts.batch), value: item.batchId ? <a href={`/zf/batch/${item.batchId}`}>{item.batchNo}</a> : '' },
          { label: say(texts.exception), value: item.exceptionId ? <a href={`/zf/zfycList?open=${item.exceptionId}`}>{item.exceptionNo}</a> : '' },
          { label: say(fields.memo), value: item.memo, isWide: true },
          ...(item.proposal ? [{ label: say(texts.proposal), value: say(endingNames[item.proposal]), isWide: true }] : []),
          ...(item.ending ? [{ label: say(fields.ending), value: say(endingNames[item.ending]), isWide: true }] : []),
        ]}
      />
      <h3>{say(texts.history)}</h3>
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
      isOpen
      title={detail?.no ?? ''}
      onClose={onClose}
      width={860}
      footer={detail && detail.state !== 'settled' ? <ItemActions item={detail} /> : undefined}
    >
      <QueryContent query={item} lines={12}>
        {(answer) => <About item={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
