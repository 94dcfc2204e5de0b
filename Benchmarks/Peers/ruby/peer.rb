# Ruby's OpenSSL: ruby peer.rb OPERATION FILE ROOT SECONDS.
require "json"
require "openssl"
require "time"

STRINGS = [0, 2, 3, 10, 19, 1702, 1703, 1705, 1721].to_h { [_1, true] }
NUMBERS = [1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722].to_h { [_1, true] }
DATES = [8, 12, 18, 21, 1704, 1706, 1708, 1712].to_h { [_1, true] }

def payload(data)
  content = OpenSSL::ASN1.decode(data).value[1].value[0].value[2]
  content.value[1].value[0].value
end

def each_attribute(set)
  OpenSSL::ASN1.decode(set).value.each do |one|
    yield one.value[0].value.to_i, one.value[2].value
  end
end

def decode(value) = OpenSSL::ASN1.decode(value).value

def identifiers(data)
  purchases = sum = 0
  each_attribute(payload(data)) do |type, value|
    next unless type == 17
    purchases += 1
    each_attribute(value) do |type, value|
      sum += decode(value).to_i % 1_000_000_000 if type == 1703 || type == 1705
    end
  end
  { purchases: purchases.to_s, identifiers: sum.to_s }
end

def fields(data)
  sums = { purchases: 0, characters: 0, integers: 0, seconds: 0 }
  read = lambda do |set|
    each_attribute(set) do |type, value|
      if type == 17
        sums[:purchases] += 1
        read.(value)
      elsif STRINGS[type]
        sums[:characters] += decode(value).bytesize
      elsif NUMBERS[type]
        sums[:integers] += decode(value).to_i
      elsif DATES[type]
        text = decode(value)
        sums[:seconds] += Time.iso8601(text).to_i unless text.empty?
      end
    end
  end
  read.(payload(data))
  sums.transform_values(&:to_s)
end

# The whole message: signature, and path at the creation date.
def validator(root)
  lambda do |data|
    message = OpenSSL::PKCS7.new(data)
    app = created = nil
    each_attribute(payload(data)) do |type, value|
      app = decode(value) if type == 2
      created = Time.iso8601(decode(value)) if type == 12
    end
    store = OpenSSL::X509::Store.new
    store.add_cert(OpenSSL::X509::Certificate.new(root))
    store.time = created
    store.purpose = OpenSSL::X509::PURPOSE_ANY
    # PKCS7#verify judges at the time of the clock, so the path is verified by itself.
    leaf = message.certificates.find { _1.serial == message.signers[0].serial }
    raise store.error_string unless store.verify(leaf, message.certificates)
    raise message.error_string unless message.verify([leaf], store, nil, OpenSSL::PKCS7::NOVERIFY)
    { app: app }
  end
end

operation, file, root, seconds = ARGV
if operation == "certificates"
  puts '{"skip": "not written"}'
  exit
end
data = File.binread(file)
work = { "identifiers" => method(:identifiers), "fields" => method(:fields) }[operation]
work ||= validator(File.binread(root))
answer = work.(data)
rounds = []
clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) }
finish = clock.() + seconds.to_f * 1e9
while rounds.size < 3 || clock.() < finish && rounds.size < 1000
  start = clock.()
  work.(data)
  rounds << clock.() - start
end
puts JSON.generate(answer: answer, ns: rounds)
