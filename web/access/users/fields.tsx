import { dutyNames } from '#/api/access/users.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { mobileProblem, nameProblem } from '#/domain/base/validation.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import type { User, UserChoices } from './tags.tsx'
import { texts } from './texts.ts'
import './users.css'

type Usertype = User['usertype']
export type CentreGrant = { readonly id: number; readonly modes: readonly Mode[] }

const ruleOf = (problem: (text: string) => Text | null, isOptional: boolean) => ({
  validator: (_: unknown, value: string | undefined) => {
    if (isOptional && (value ?? '').trim() === '') return Promise.resolve()
    const fault = problem(value ?? '')
    return fault ? Promise.reject(new Error(inCurrentLanguage(fault))) : Promise.resolve()
  },
})

export const nameRule = ruleOf(nameProblem, false)
export const mobileRule = ruleOf(mobileProblem, false)
export const optionalMobileRule = ruleOf(mobileProblem, true)

interface Field<T> {
  readonly id?: string
  readonly value?: T
  readonly onChange?: (value: T) => void
}

/**
 * Roles for a kind of account. Roles that the user cannot grant are listed with the reason. `held` roles are never
 * disabled, because others granted them.
 */
export function RolesField({
  usertype,
  choices,
  held = [],
  ...field
}: Field<number[]> & { usertype: Usertype; choices: UserChoices; held?: readonly number[] }) {
  const t = useText()
  const options = choices.roles
    .filter((role) => role.usertype === usertype)
    .map((role) => ({
      value: role.id,
      label: role.name,
      disabled: role.reason !== '' && !held.includes(role.id),
      note:
        role.reason || [...role.duties.map((duty) => t(dutyNames[duty])), ...(role.needsReview || role.needsTwo ? [t(texts.toBeReviewed)] : [])].join(' · '),
    }))
  return <MultiSelect {...field} options={options} isSearchable emptyText={t(texts.noRoles)} />
}

/** Centres, each with the modes the account may use. */
export function CentresField({ value = [], onChange, choices }: Field<readonly CentreGrant[]> & { choices: UserChoices }) {
  const t = useText()
  const setModes = (id: number, modes: readonly Mode[]) => {
    const others = value.filter((each) => each.id !== id)
    onChange?.(modes.length > 0 ? [...others, { id, modes: [...modes].sort() }].sort((a, b) => a.id - b.id) : others)
  }
  return (
    <div className="k-stack">
      {choices.centres.map((centre) => {
        const modes = value.find((each) => each.id === centre.id)?.modes ?? []
        return (
          <div key={centre.id} className="u-centre">
            <Checkbox
              checked={modes.length > 0}
              indeterminate={modes.length > 0 && modes.length < centre.modes.length}
              onChange={(event) => setModes(centre.id, event.target.checked ? centre.modes : [])}
            >
              {centre.name}
            </Checkbox>
            {centre.modes.map((mode) => (
              <Checkbox
                key={mode}
                checked={modes.includes(mode)}
                aria-label={`${centre.name} ${t(modeNames[mode] ?? texts.centre)}`}
                onChange={(event) => setModes(centre.id, event.target.checked ? [...modes, mode] : modes.filter((each) => each !== mode))}
              >
                {t(modeNames[mode] ?? texts.centre)}
              </Checkbox>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** The upload of the letter of authorisation, with an explanation of the next steps. */
export function LetterField({ value, onChange }: { readonly value: File | null; readonly onChange: (file: File | null) => void }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Alert type="info" showIcon title={t(texts.letterHint)} description={t(texts.afterApproval)} />
      <FileDrop value={value} onChange={onChange} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.letter)} />
    </div>
  )
}

/** A warning from the server with an acknowledgement check box. */
export function Acknowledgement({
  warning,
  isTicked,
  onTick,
}: {
  readonly warning: string
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
}) {
  const t = useText()
  return (
    <div className="k-stack">
      <Alert type="warning" showIcon role="alert" title={warning} />
      <Checkbox checked={isTicked} onChange={(event) => onTick(event.target.checked)}>
        {t(texts.acknowledge)}
      </Checkbox>
    </div>
  )
}

/** Returns whether another person decides on a newly chosen role. */
export function needsSecondPerson(choices: UserChoices, roleIds: readonly number[], held: readonly number[] = []): boolean {
  return choices.roles.some((role) => role.needsTwo && roleIds.includes(role.id) && !held.includes(role.id))
}

/** Returns whether a newly added role needs approval from outside the unit, based on a letter. */
export function needsLetter(choices: UserChoices, roleIds: readonly number[], held: readonly number[] = []): boolean {
  return choices.roles.some((role) => roleIds.includes(role.id) && !held.includes(role.id) && role.needsReview)
}
