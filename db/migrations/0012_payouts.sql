-- The console counts attempts by channel: what is under way, and what ended today.
create index payout_attempt_open on payout_attempt (channel_id, state) where state in ('created', 'sent', 'processing', 'unknown', 'held');
create index payout_attempt_finished on payout_attempt (channel_id, finished_at) where finished_at is not null;
-- Lines of a batch are found again from the batch that repeats them.
create index payment_batch_retry on payment_batch (retry_of_batch_id) where retry_of_batch_id is not null;
