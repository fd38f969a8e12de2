import { type InputHTMLAttributes, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  readonly label: string
  readonly value: string
  readonly problem: string
  readonly describedBy?: string
  readonly onChange: (value: string) => void
}

/** A labelled input of the pages before sign-in, with its error below. */
export function Field({ label, value, problem, describedBy = '', onChange, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="l-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        value={value}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}problem ${describedBy}`.trim()}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}problem`} className="l-problem">
        {problem}
      </small>
    </div>
  )
}
