;; Tells of any account what a contract can know of it.
(define-read-only (account (who principal)) (stx-account who))
