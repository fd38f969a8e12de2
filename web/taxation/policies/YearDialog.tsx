import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FieldList, Form, useForm } from '#/web/ui/Form.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'
import type { CalendarYear } from './Years.tsx'

interface Values {
  year: number
  source: string
  off: { first: string; last: string }[]
  working: string[]
}

function HolidayRanges() {
  const t = useText()
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <Field label={t(texts.off)}>
      <FieldList name="off">
        {(ranges, { add, remove }) => (
          <div className="k-stack">
            {ranges.map(({ key, name }) => (
              <div className="k-row" key={key}>
                <Field name={[name, 'first']} rules={rules} isBare>
                  <DayInput id={`off-first-${name}`} isNeeded />
                </Field>
                –
                <Field name={[name, 'last']} rules={rules} isBare>
                  <DayInput id={`off-last-${name}`} isNeeded />
                </Field>
                <Button size="small" onClick={() => remove(name)}>
                  {t(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add({})}>
              {t(texts.addDay)}
            </Button>
          </div>
        )}
      </FieldList>
    </Field>
  )
}

function WorkingDays() {
  const t = useText()
  return (
    <Field label={t(texts.working)}>
      <FieldList name="working">
        {(days, { add, remove }) => (
          <div className="k-stack">
            {days.map(({ key, name }) => (
              <div className="k-row" key={key}>
                <Field name={name} rules={[{ required: true, message: t(texts.required) }]} isBare>
                  <DayInput id={`working-${name}`} isNeeded />
                </Field>
                <Button size="small" onClick={() => remove(name)}>
                  {t(texts.remove)}
                </Button>
              </div>
            ))}
            <Button size="small" onClick={() => add()}>
              {t(texts.addDay)}
            </Button>
          </div>
        )}
      </FieldList>
    </Field>
  )
}

interface YearDialogProps {
  /** A draft is edited. A published year is corrected by a new edition. */
  readonly from: CalendarYear | null
  readonly next: number
  readonly onClose: () => void
  readonly onDone: (year: CalendarYear) => void
}

/** Edits the announced holidays and make-up days of a year. */
export function YearDialog({ from, next, onClose, onDone }: YearDialogProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const save = useSubmit(api.policies.saveYear, {
    onDone: (year) => {
      onClose()
      onDone(year)
    },
  })
  const isDraft = from?.state === 'draft'
  const send = form.whenValid(({ year, source, off = [], working = [] }) =>
    save.submit({ calendarYearId: isDraft ? from.id : null, version: isDraft ? from.version : null, year, source, off, working }),
  )
  return (
    <Dialog
      title={from ? `${t(isDraft ? texts.edit : texts.correctYear)} · ${from.year}` : t(texts.addYear)}
      onClose={onClose}
      width={640}
      confirm={{ text: t(texts.save), onPress: send, isBusy: save.isBusy }}
    >
      <Form form={form} initialValues={from ?? { year: next, off: [], working: [] }}>
        <Field name="year" label={t(texts.year)} rules={[{ required: true, message: t(texts.required) }]}>
          <NumberField min={2020} max={2199} disabled={from !== null} />
        </Field>
        <Field name="source" label={t(texts.announcement)} rules={[{ required: true, message: t(texts.required) }, { min: 4 }]}>
          <TextInput maxLength={200} />
        </Field>
        <HolidayRanges />
        <WorkingDays />
      </Form>
    </Dialog>
  )
}
