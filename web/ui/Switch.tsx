interface SwitchProps {
  readonly id?: string
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onChange?: (isOn: boolean) => void
  readonly 'aria-label'?: string
}

/** A switch that takes effect at once. */
export function Switch({ checked = false, onChange, ...rest }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="k-switch"
      aria-checked={checked}
      checked={checked}
      onChange={(event) => onChange?.(event.target.checked)}
      {...rest}
    />
  )
}
