-- Run by test_neovim.py: attaches the server as docs/editors/neovim.md says, for Neovim 0.7 on.
-- Applies the first code action at the first diagnostic, or all fixes where TAPELINT_ONLY names
-- their kind, and writes down what it has seen.

local found = { before = {}, after = {}, actions = {} }

local function diagnostics()
  local list = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, {
      each.code or each.user_data.lsp.code,
      each.lnum, each.col, each.end_lnum, each.end_col, each.severity, each.source,
    })
  end
  return list
end

local function wait(condition)
  if not vim.wait(60000, condition, 10) then
    error("it does not come to hold")
  end
end

local function run()
  local client = vim.lsp.start_client({
    name = "tapelint",
    cmd = vim.fn.json_decode(vim.env.TAPELINT),
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(0, client)
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  found.before = diagnostics()

  local first = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })

  local encoding = vim.lsp.get_client_by_id(client).offset_encoding
  local hover = vim.lsp.buf_request_sync(
    0, "textDocument/hover", vim.lsp.util.make_position_params(0, encoding), 60000)
  found.hover = hover[client].result.contents.value

  local chosen = false
  vim.ui.select = function(items, _, on_choice)
    for _, item in ipairs(items) do
      table.insert(found.actions, (item.action or item[2]).title) -- the first from 0.10 on
    end
    chosen = true
    on_choice(items[1], 1)
  end
  local tick = vim.api.nvim_buf_get_changedtick(0)
  local only = vim.env.TAPELINT_ONLY
  local context = only and { only = { only } }
  if vim.fn.has("nvim-0.8") == 1 then
    vim.lsp.buf.code_action({ context = context })
  else
    vim.lsp.buf.code_action(context)
  end
  wait(function() return chosen and vim.api.nvim_buf_get_changedtick(0) ~= tick end)
  wait(function() return #vim.diagnostic.get(0) == 0 end)
  found.buffer = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  found.after = diagnostics()

  vim.lsp.stop_client(client)
  wait(function() return vim.lsp.client_is_stopped(client) end)
end

local ok, problem = xpcall(run, debug.traceback)
if ok then
  vim.fn.writefile({ vim.fn.json_encode(found) }, "found.json")
  vim.cmd("qall!")
else
  io.stderr:write(problem .. "\n")
  vim.cmd("cquit 1")
end
