-- Run by test_neovim.py behind the settings of docs/editors/neovim.md: waits for a finding, and
-- writes down which client it is from.

local attached = vim.lsp.get_clients or vim.lsp.get_active_clients -- the first from 0.10 on
local function seen()
  return #vim.diagnostic.get(0) > 0
end
local has_come = vim.wait(60000, seen, 10)
local names = {}
for _, client in pairs(attached()) do
  table.insert(names, client.name)
end
local lines = {}
for _, each in ipairs(vim.diagnostic.get(0)) do
  table.insert(lines, each.lnum)
end
vim.fn.writefile({ vim.fn.json_encode({ clients = names, lines = lines }) }, "found.json")
vim.cmd(has_come and "qall!" or "cquit!")
