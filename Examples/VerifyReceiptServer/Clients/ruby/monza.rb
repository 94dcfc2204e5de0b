# monza: a response with purchases, and whether a subscription is active; asks the sandbox after 21007.
require_relative 'answers'
require 'active_support/all'
Time.zone = 'UTC'
require 'monza'

ask_at(Monza::Client, :PRODUCTION_URL, :DEVELOPMENT_URL)

answer(Monza::VerificationResponse::VerificationError) do |data|
  said = Monza::Receipt.verify(data)
  next 'nil: it could not read the answer' unless said

  words = said.receipt.in_app.map do |one|
    "#{one.product_id} until #{day(one.expires_date).inspect} cancelled #{day(one.cancellation_date).inspect}"
  end
  "#{said.environment}: in_app [#{words.join(', ')}], is_subscription_active? #{said.is_subscription_active?}"
end
