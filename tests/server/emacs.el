;; Run by test_emacs.py: eglot as docs/editors/emacs.md sets it up, without a screen.
;; Applies the quick fix at the first finding, and writes down what it has seen.
(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'json)

(defun tapelint-wait (condition)
  "Let Emacs work until CONDITION gives something."
  (let ((until (+ (float-time) 60)) (found nil))
    (while (not (setq found (funcall condition)))
      (when (> (float-time) until)
        (error "It does not come to hold: %S" condition))
      (accept-process-output nil 0.05))
    found))

(defun tapelint-shown ()
  "The findings that flymake shows: beginning, end, type and text."
  (vconcat
   (mapcar (lambda (each)
             (vector (line-number-at-pos (flymake-diagnostic-beg each))
                     (save-excursion (goto-char (flymake-diagnostic-beg each)) (current-column))
                     (save-excursion (goto-char (flymake-diagnostic-end each)) (current-column))
                     (symbol-name (flymake-diagnostic-type each))
                     (flymake-diagnostic-text each)))
           (flymake-diagnostics))))

(setq eglot-autoshutdown nil
      eglot-sync-connect 60
      eglot-confirm-server-initiated-edits nil
      flymake-no-changes-timeout 0.1
      offered [])
(load (getenv "TAPELINT_SETTINGS") nil t t)
(find-file "train.py")
(flymake-mode 1)
(run-hooks 'post-command-hook) ; nobody types here, and eglot waits for the end of a command
(tapelint-wait (lambda () (and eglot--managed-mode (eglot-current-server))))
(tapelint-wait (lambda () (flymake-diagnostics)))
(setq before (tapelint-shown))
(goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
;; Without a screen nobody can choose: the first one is taken.
(cl-letf (((symbol-function 'completing-read)
           (lambda (_prompt actions &rest _)
             (setq offered (vconcat (mapcar (lambda (each) (if (consp each) (car each) each))
                                            actions)))
             (aref offered 0))))
  (let ((last-nonmenu-event t)) ; by key: without this a menu of the mouse would open
    (call-interactively #'eglot-code-actions)))
(save-buffer) ; eglot tells the server of changes when Emacs is idle, which it never is here
(tapelint-wait (lambda () (null (flymake-diagnostics))))
(with-temp-file "found.json"
  (insert (json-encode `((emacs . ,emacs-version)
                         (before . ,before)
                         (offered . ,offered)
                         (buffer . ,(with-current-buffer "train.py" (buffer-string)))))))
(eglot-shutdown (eglot-current-server))
(kill-emacs 0)
