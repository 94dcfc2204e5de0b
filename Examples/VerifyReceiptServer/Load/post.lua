-- wrk's script: posts one body. Arguments after `--`: the file of the body, and one with the expected answer, or
-- nothing if answers shouldn't be compared. The members with the time of the answer are left out of both.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function without_time(text)
  return (text:gsub('"request_date[a-z_]*":"[^"]*",?', ""))
end

function init(arguments)
  wrk.method = "POST"
  wrk.body = read(arguments[1])
  request_text = wrk.format()
  compared, wrong = 0, 0
  if arguments[2] then
    local expected = without_time(read(arguments[2]))
    response = function(status, headers, body)
      compared = compared + 1
      if status ~= 200 or without_time(body) ~= expected then wrong = wrong + 1 end
    end
  end
end

function request()
  return request_text
end

function done(summary, latency, requests)
  local compared, wrong = 0, 0
  for _, thread in ipairs(threads) do
    compared = compared + thread:get("compared")
    wrong = wrong + thread:get("wrong")
  end
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "seconds": %f, "p50": %d, "p99": %d, "p999": %d, "compared": %d, "wrong": %d, "errors": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    latency:percentile(99.9), compared, wrong,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
