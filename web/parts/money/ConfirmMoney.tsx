import type { ReactNode } from 'react'
import { type Fen, yuanInChineseNumerals } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { confirmTexts as texts } from './confirm.texts.ts'
import './confirm-money.css'

interface ConfirmMoneyDialogProps {
  readonly title: string
  /** The subject of the action: "PC20260731000012 · 7 月结算". */
  readonly thing: ReactNode
  readonly amount: Fen
  readonly amountLabel?: string
  /** The balances of the account that pays, with the amount. */
  readonly account?: readonly { readonly label: string; readonly value: Fen | null }[]
  readonly centre: string
  readonly mode: string
  /** More rows between the amount and the inputs. */
  readonly facts?: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly warning?: ReactNode
  /** Inputs: password, reason, check boxes. */
  readonly children?: ReactNode
  readonly confirmText: string
  readonly isBusy: boolean
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  readonly isDirty?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** The confirmation of a money movement. Shows the subject, the amount (also in words), the centre and the mode. */
export function ConfirmMoneyDialog(props: ConfirmMoneyDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={props.title}
      onClose={props.onCancel}
      width={560}
      isDirty={props.isDirty ?? false}
      confirm={{
        text: props.confirmText,
        onPress: props.onConfirm,
        isBusy: props.isBusy,
        isDangerous: props.isDangerous ?? false,
        isDisabled: props.isDisabled ?? false,
      }}
    >
      <div className="k-confirm-amount">
        <span className="k-note">{props.amountLabel ?? t(texts.amount)}</span>
        <span className="k-confirm-figure">
          <Money value={props.amount} isStrong />
        </span>
        <span className="k-note">{yuanInChineseNumerals(props.amount)}</span>
        {props.account ? (
          <span className="k-confirm-account">
            {props.account.map(({ label, value }) => (
              <span key={label}>
                <span className="k-note">{label}</span> <Money value={value} />
              </span>
            ))}
          </span>
        ) : null}
      </div>
      <Facts
        rows={[
          { label: t(texts.object), value: props.thing },
          { label: t(texts.centre), value: props.centre },
          { label: t(texts.mode), value: props.mode },
          ...(props.facts ?? []),
        ]}
      />
      {props.warning ? <Alert type="warning" showIcon title={props.warning} style={{ marginTop: 12 }} /> : null}
      {props.children ? <div className="k-confirm-inputs">{props.children}</div> : null}
    </Dialog>
  )
}
