# candy_check: a receipt in iOS 6's style, or a collection of latest_receipt_info; asks the sandbox after 21007.
require_relative 'answers'
require 'candy_check/utils'
require 'candy_check/app_store'

Verifier = CandyCheck::AppStore::Verifier
ask_at(Verifier, :PRODUCTION_ENDPOINT, :SANDBOX_ENDPOINT)

class Failure < StandardError; end

def or_raise(result)
  return result unless result.is_a?(CandyCheck::AppStore::VerificationFailure)

  raise Failure, "#{result.code} #{result.message}"
end

verifier = Verifier.new(CandyCheck::AppStore::Config.new(environment: :production))
answer(Failure) do |data|
  receipt = or_raise(verifier.verify(data))
  words = "verify: #{receipt.product_id.inspect}, valid? #{receipt.valid?}"
  subscription =
    begin
      found = or_raise(verifier.verify_subscription(data))
      "#{found.receipts.size} receipts, expires_at #{day(found.expires_at).inspect}, expired? #{found.expired?}"
    rescue Failure => error
      error.message
    rescue StandardError => error
      "crashed: #{error.class}: #{error.message}"
    end
  "#{words}; verify_subscription: #{subscription}"
end
