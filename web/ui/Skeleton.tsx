interface SkeletonProps {
  readonly rows?: number
  readonly className?: string
}

/** A placeholder for text that is loading. */
export function Skeleton({ rows = 3, className = '' }: SkeletonProps) {
  return (
    <div className={`k-skeleton ${className}`} aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other key.
        <i key={at} />
      ))}
    </div>
  )
}
