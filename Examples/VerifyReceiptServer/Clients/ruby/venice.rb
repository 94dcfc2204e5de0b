# venice: a receipt with purchases; asks the sandbox after 21007.
require_relative 'answers'
require 'date'
require 'venice'

ask_at(Venice, :ITUNES_PRODUCTION_RECEIPT_VERIFICATION_ENDPOINT, :ITUNES_DEVELOPMENT_RECEIPT_VERIFICATION_ENDPOINT)

answer(Venice::Receipt::VerificationError) do |data|
  receipt = Venice::Receipt.verify!(data)
  words = receipt.in_app.map do |one|
    "#{one.product_id} expires_at #{day(one.expires_at).inspect} cancellation_at #{day(one.cancellation_at).inspect}"
  end
  "in_app [#{words.join(', ')}], latest_receipt_info #{receipt.latest_receipt_info&.size.inspect}, " \
    "pending_renewal_info #{receipt.pending_renewal_info.size}"
end
