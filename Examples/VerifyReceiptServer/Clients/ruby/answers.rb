# Says `ready`; then, for each line with a receipt in Base64, a line of JSON with what the client says.
require 'json'
require 'net/http'

PRODUCTION, SANDBOX, LIBRARY = ARGV
$LOAD_PATH.unshift("#{LIBRARY}/lib")

# The block says what the client says, or raises; `refusals` are the client's own errors.
def answer(*refusals)
  $stdout.sync = true
  puts 'ready'
  $stdin.each_line do |line|
    verdict, says =
      begin
        ['valid', yield(line.strip)]
      rescue *refusals => error
        ['refused', "#{error.class}: #{error.message}"]
      rescue StandardError => error
        ['crashed', "#{error.class}: #{error.message}"]
      end
    puts JSON.generate('verdict' => verdict, 'says' => says)
  end
end

# Gives two constants the URLs to ask.
def ask_at(owner, production, sandbox)
  { production => PRODUCTION, sandbox => SANDBOX }.each do |name, url|
    owner.send(:remove_const, name)
    owner.const_set(name, "#{url}/verifyReceipt")
  end
end

def day(date)
  date&.strftime('%F')
end
