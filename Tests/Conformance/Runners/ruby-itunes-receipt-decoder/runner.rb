# Runner for itunes_receipt_decoder. The library's folder is the first argument.
require 'json'
require 'base64'
require 'time'

$LOAD_PATH.unshift File.join(ARGV.fetch(0), 'lib')
require 'itunes_receipt_decoder'

# The library compares with the key of the one intermediate of its time, a constant. Here it gets the keys of the test
# authority's two intermediates, one after the other.
def with_key(block)
  keys = ItunesReceiptDecoder::PublicKey
  keys.send(:remove_const, :V3)
  keys.const_set(:V3, OpenSSL::X509::Certificate.new(block).public_key)
  yield
end

def build(pieces, blocks)
  pieces.map do |piece|
    unit =
      if piece['text'] then piece['text'].b
      elsif piece['block'] then Base64.strict_decode64(blocks[piece['block']])
      elsif piece['encode'] then Base64.strict_encode64(build(piece['encode'], blocks)).b
      else Base64.strict_decode64(piece['base64'])
      end
    offset = piece['counterOffset']
    (0...(piece['count'] || 1)).map do |number|
      unit[offset, 2] = [number].pack('n') if offset
      unit.dup
    end.join
  end.join
end

OWN = {
  'environment' => :environment, 'bundleIdentifier' => :bundle_id, 'appVersion' => :application_version,
  'originalAppVersion' => :original_application_version, 'creationDate' => :creation_date,
  'expirationDate' => :expiration_date, 'opaqueValue' => :opaque_value, 'sha1Hash' => :sha1_hash
}.freeze
OF_PURCHASE = {
  'quantity' => :quantity, 'productIdentifier' => :product_id, 'transactionIdentifier' => :transaction_id,
  'originalTransactionIdentifier' => :original_transaction_id, 'purchaseDate' => :purchase_date,
  'originalPurchaseDate' => :original_purchase_date, 'expiresDate' => :expires_date,
  'cancellationDate' => :cancellation_date, 'webOrderLineItemIdentifier' => :web_order_line_item_id
}.freeze

# Dates stay text in this library, so only those in the usual form are compared.
def shown(name, value)
  return nil if value.nil? || value == ''
  return value.unpack1('H*') if %w[opaqueValue sha1Hash].include?(name)
  value.is_a?(String) ? value.dup.force_encoding('UTF-8').scrub : value
end

def fields(wanted, receipt)
  bought = receipt[:in_app] || []
  wanted.each_with_object({}) do |(pointer, expected), made|
    first, index, name = pointer.split('/').drop(1)
    if pointer == '/inAppCount' then made[pointer] = bought.size
    elsif first == 'inApp' && OF_PURCHASE[name]
      value = (bought[index.to_i] || {})[OF_PURCHASE[name]]
      made[pointer] = shown(name, value) unless name.end_with?('Date') && expected.nil? && value
    elsif index.nil? && OWN[first] then made[pointer] = shown(first, receipt[OWN[first]])
    end
  end
end

set = JSON.parse($stdin.read)
$stdout.sync = true
set['cases'].each do |one|
  answer = { id: one['id'], result: 'REFUSE' }
  begin
    data = build(one['input'], set['blocks'])
    text = one['operation'] == 'base64' ? data : Base64.strict_encode64(data)
    decoder = ItunesReceiptDecoder.new(text, expand_timestamps: false)
    accepted = %w[read base64].include?(one['operation'])
    %w[developer-relations-sha256 developer-relations-sha1].each do |name|
      break if accepted
      with_key(Base64.decode64(set['blocks'][name])) { accepted ||= decoder.signature_valid? }
    end
    device = one.dig('caller', 'deviceIdentifierHex')
    accepted &&= decoder.uuid_valid?(device.upcase) if one['operation'] == 'validate' && device
    answer[:result] = 'ACCEPT' if accepted
    answer[:fields] = fields(one['fields'], decoder.receipt) if accepted && one['fields']
  rescue StandardError, SystemStackError => error
    answer[:detail] = "#{error.class}: #{error.message}".scrub[0, 150]
  end
  puts JSON.generate(answer)
end
