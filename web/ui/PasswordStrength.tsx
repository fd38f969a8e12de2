import { longPasswordTexts, missingPasswordRules, passwordRules, passwordStrength, passwordStrengthTexts, passwordTexts } from '#/domain/base/password.ts'
import { installation } from '#/web/kernel/installation.ts'
import { inCurrentLanguage, languageTags, useLanguage } from '#/web/kernel/language.ts'
import './strength.css'

const barCounts = { weak: 1, fair: 2, strong: 3 } as const

/**
 * The missing requirements of a new password, or its strength, while it is typed. Uses no component library, because
 * pages before sign-in show it too.
 */
export function PasswordStrength({ password }: { readonly password: string }) {
  const currentLanguage = useLanguage()
  const rule = installation.passwords
  if (password === '') return <span className="p-strength">{inCurrentLanguage(rule === 'long' ? longPasswordTexts.hint : passwordTexts.hint)}</span>
  const strength = passwordStrength(password, rule)
  const missingRules = new Intl.ListFormat(languageTags[currentLanguage], { type: 'conjunction' }).format(
    missingPasswordRules(password, rule).map((rule) => inCurrentLanguage(passwordRules[rule])),
  )
  return (
    <span className={`p-strength p-strength-${strength}`}>
      <span className="p-bars" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={bar <= barCounts[strength] ? 'is-on' : ''} />
        ))}
      </span>
      <span role="status">
        {inCurrentLanguage(passwordStrengthTexts[strength])}
        {missingRules ? ` · ${inCurrentLanguage(passwordTexts.lacking)}${missingRules}` : null}
      </span>
    </span>
  )
}
