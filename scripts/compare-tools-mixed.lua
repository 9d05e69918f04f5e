-- What examples/workloads/mixed.yaml says, for wrk: five operations by weight, with random paths and JSON bodies.
local random, floor, format = math.random, math.floor, string.format
local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
local sorts = { "title", "artist", "year" }
local headers = { ["Accept"] = "application/json" }
local withBody = { ["Accept"] = "application/json", ["Content-Type"] = "application/json" }

local function uuid()
  return format("%04x%04x-%04x-4%03x-%04x-%04x%04x%04x", random(0, 65535), random(0, 65535), random(0, 65535),
    random(0, 4095), random(32768, 49151), random(0, 65535), random(0, 65535), random(0, 65535))
end

-- From 1 to 100,000 with exponent 1.1, by the inverse of the continuous distribution.
local scale = 100000 ^ -0.1 - 1
local function album()
  return floor((1 + scale * random()) ^ -10)
end

local function text(length)
  local all = {}
  for i = 1, length do
    local at = random(1, #letters)
    all[i] = letters:sub(at, at)
  end
  return table.concat(all)
end

local function price()
  return 19.90 + 4.5 * math.sqrt(-2 * math.log(1 - random())) * math.cos(2 * math.pi * random())
end

function init()
  math.randomseed(os.time())
end

function request()
  headers["X-Request-Id"] = uuid()
  withBody["X-Request-Id"] = headers["X-Request-Id"]
  local draw = random(1, 100)
  if draw <= 40 then
    return wrk.format("GET", format("/api/albums?page=%d&sort=%s", random(1, 50), sorts[random(1, 3)]), headers)
  elseif draw <= 80 then
    return wrk.format("GET", "/api/albums/" .. album(), headers)
  elseif draw <= 90 then
    return wrk.format("POST", "/api/albums", withBody, format(
      '{"title":"%s","artist":"artist %d","year":%d,"price":%.2f}',
      text(24), random(1, 500), random(1950, 2026), price()))
  elseif draw <= 98 then
    local id = album()
    return wrk.format("PUT", "/api/albums/" .. id .. "/price", withBody, format('{"album":%d,"price":%.2f}', id, price()))
  end
  return wrk.format("DELETE", "/api/albums/" .. album(), headers)
end
