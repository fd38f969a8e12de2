-- compatible with 0042_planned_functions.sql
-- The limits of a unit and the use of an order subtract the few lines of their batches that were not paid.
create index payment_line_released on payment_line (batch_id) where state in ('failed', 'cancelled', 'returned');
